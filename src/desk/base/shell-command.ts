/** The command that does the same as a form, ready to paste into a shell. */

/** `firsthand` and its arguments, quoted where a shell needs it. */
export const shellCommand = (...args: string[]) => ['firsthand', ...args.map(quote)].join(' ')

const quote = (arg: string) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`)
