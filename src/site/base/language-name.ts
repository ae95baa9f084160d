/** The names of languages. */

/** Not from Intl: versions of Node name some languages differently, and every instance must publish the same bytes. */
const LANGUAGES = new Map(
  Object.entries({
    ar: 'Arabic',
    cs: 'Czech',
    da: 'Danish',
    de: 'German',
    en: 'English',
    es: 'Spanish',
    fi: 'Finnish',
    fr: 'French',
    he: 'Hebrew',
    hi: 'Hindi',
    it: 'Italian',
    ja: 'Japanese',
    ko: 'Korean',
    nb: 'Norwegian',
    nl: 'Dutch',
    pl: 'Polish',
    pt: 'Portuguese',
    ru: 'Russian',
    sv: 'Swedish',
    tr: 'Turkish',
    uk: 'Ukrainian',
    vi: 'Vietnamese',
    zh: 'Chinese',
  }),
)

export const languageName = (tag: string) => LANGUAGES.get(tag) ?? tag
