/** Encodes data as JSON in which no text can pass for instructions or markup. */

/**
 * JSON already escapes line breaks, so no text can begin a line. Also escapes the characters that fences and the role markers of chat
 * templates are made of.
 */
export const encodeData = (value: unknown) =>
  JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, string =>
    string.replace(/[<>`|[\]#]/g, escapeCharacter),
  )

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
