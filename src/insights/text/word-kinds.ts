/** What a word can do in a key phrase, and its stem: the same for all its inflections. */

/**
 * `full`: may be a phrase by itself; `light`: only beside another word; `link`: only between two others;
 * `tail`: only right after another; `apart`: in no phrase at all.
 */
export type WordKind = 'full' | 'light' | 'link' | 'tail' | 'apart'

export interface KnownWord {
  norm: string
  stem: string
  kind: WordKind
}

const list = (words: string) => new Set(words.trim().split(/\s+/))

/** A noun comes after them, hardly ever before. */
export const DETERMINERS = list(`
  a an the my our your his her their its this that these those some any no every each another both
  which what whose
`)

/** Before a noun, with or without a determiner. */
export const PREPOSITIONS = list('of with without for on in at from about after before during under per')

/** The object of a verb: what stands before it is no noun. */
export const OBJECTS = list('me us him them you it everything everyone everybody myself himself')

export const BEINGS = list("is was are were 's isn't has had")

const LINKS = new Set([...list('a an the my our your his her their of this'), '&'])

const FUNCTION_WORDS = `
  i me we us you he him she it they them its itself himself myself ourselves themselves who whom whose which
  what that these those there here when where why how and but or nor so yet if then than because as until
  while although though since unless whether of at by for with about against between into through during
  before after above below to from up down in out on off over under again further once all any both each few
  more most other some such no not only own too very just also even still ever never always often sometimes
  already almost quite rather really away back around along across behind without within upon toward towards
  per via plus except despite like unlike near inside outside onto am is are was were be been being have has
  had having do does did doing done can could will would shall should may might must ought let 's 're 've
  'll 'd 'm n't nt ca wo ai gonna gotta cannot y' em 'em til 'til everyone everybody anyone anybody someone
  somebody nobody none nothing something anything whatever whoever wherever another every either neither
  several many much lot lots bit little less least enough else one two three four five six seven eight nine
  ten eleven twelve fifteen twenty thirty forty fifty hundred thousand first second third last half dozen
  couple pair monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays
  fridays saturdays sundays january february march april june july august september october november
  december today tomorrow yesterday tonight ago now later soon pm mr mrs ms dr st inc llc co etc yes ok okay
  oh wow hi hello thank thanks please lol omg
`

const ADVERBS = `
  well far long together instead maybe perhaps anyway however therefore otherwise besides meanwhile twice
  afterwards afterward beforehand forever somewhere anywhere everywhere nowhere apart aside ahead forward
  right left straight hard late pretty super extra somehow somewhat altogether overall
`

const OPINIONS = `
  good great excellent amazing awesome fantastic wonderful outstanding superb terrific fabulous phenomenal
  exceptional incredible perfect perfection best better nice brilliant stellar impressive impressed pleased
  happy happier satisfied glad grateful thankful appreciate appreciated appreciative recommend recommended
  recommending recommendation recommendations love loved loves loving liked enjoy enjoyed favorite favourite
  top notch star stars bad worse worst terrible horrible awful poor disappointing disappointed
  disappointment pathetic ridiculous unacceptable horrendous disgusting unprofessional rude useless joke
  nightmare sad unhappy angry upset frustrated frustrating annoying annoyed mediocre decent fine alright
  solid beautiful gorgeous pleasant pleasure delight delightful delicious tasty yummy bland special amazed
  thrilled blown hate hated wrong true sure able unable worth worthy important ready available possible easy
  difficult glowing
`

const LIGHT_VERBS = `
  come comes came coming go goes going went gone get gets got getting gotten give gives gave giving given
  take takes took taking taken make makes made making say says said saying tell tells told telling know
  knows knew knowing known think thinks thought thinking see sees saw seeing seen look looks looked looking
  want wants wanted wanting need needs needed needing use uses used using try tries tried trying calls
  called calling ask asks asked asking put puts putting keep keeps kept keeping lets find finds found
  finding feel feels felt feeling seem seems seemed leave leaves leaving bring brings brought bringing turn
  turns turned turning start starts started starting stop stops stopped stopping end ends ended ending
  happen happens happened happening show shows showed showing shown help helps helped helping helpful works
  worked working hear heard mean means meant become becomes became stayed stays stand stood sit sat run runs
  ran running talk talked talking speak spoke believe expect expected expecting waited waiting wish hope
  hoping hoped guess cared cares set sets setting decide decided mention mentioned notice noticed realize
  realized figure figured remember send sent sending arrive arrived arrives arriving return returned
  returning offer offered offers hold held pull pulled push pushed pick picked drop dropped walk walked
  drive drove hit broke buy bought sell sold spend spent lose lost win won pay pays meet met deal dealt
  handle handled live lived lives wrote write read open opened opens close closed closes sound sounds
  suppose supposed begin began begun consider considered finish finished follow followed provide provided
  provides include included includes continue continued suggest suggested claim claimed add added allow
  allowed refuse refused agree agreed manage managed considering fell fall falls fallen rang ring sang drank
  ate eat grew grow woke wake threw throw caught catch flew fly forgot forget
`

/** Nouns of little content by themselves, and people who are no topic. */
const LIGHT_NOUNS = `
  day days week weeks month months year years hour hours minute minutes time times morning mornings
  afternoon evening night nights weekend moment date season summer winter spring christmas thing things
  stuff way ways kind sort type part parts place places area side line point reason fact case matter number
  amount rest name word words idea problem problems issue issues question questions situation man men woman
  women guy guys people person persons gentleman gentlemen lady ladies girl boy folks kid kids child
  children son daughter husband wife mother father mom dad mum brother sister parents friend friends family
  neighbor neighbors neighbour neighbours customer customers client clients baby grandmother grandfather
  aunt uncle cousin job jobs work service services company companies business businesses experience
  experiences review reviews everything home house town city street road world life eye eyes hand hands head
  foot feet face door bottom front corner middle inch inches mile miles block degree degrees dollar dollars
  buck bucks cent cents piece pieces box bag list size color colour pound pounds percent visit visits team
  crew money page touch chance choice step steps level option options call wait stay cut
`

const LIGHT_ADJECTIVES = `
  new old young big small large huge tiny high low short same next different whole full empty early hot cold
  warm cool fair honest friendly professional courteous polite knowledgeable quick prompt clean neat tidy
  reasonable affordable cheap expensive careful patient efficient reliable thorough responsive attentive
  busy free red white black blue green brown gray grey yellow dark light heavy soft wet dry fresh dirty
  local main real regular general certain clear complete entire final original previous former current
  proper actual single double simple safe secure strong weak loud quiet bright thin thick deep wide narrow
  dead alive sick tired rich common usual normal typical upfront detailed skilled experienced trained
  certified fancy genuine gentle calm rough smooth sharp flat round square unclear separate ancient modern
  sweet sour salty spicy crisp tender raw greasy soggy stale lukewarm overpriced overcooked undercooked
  accurate annual yearly personal private public nearby downstairs upstairs overnight average total slow
  fast nasty weird strange odd funny crazy stupid silly
`

const APART = list(FUNCTION_WORDS + ADVERBS + OPINIONS + LIGHT_VERBS)
const LIGHT = list(LIGHT_NOUNS + LIGHT_ADJECTIVES)
/** These end like adverbs and are none. */
const LY_NOUNS = list('family supply assembly fly jelly belly july rely reply apply ally bully')

export const knowWord = (norm: string): KnownWord => ({ norm, stem: stemOf(norm), kind: kindOf(norm) })

export function kindOf(norm: string): WordKind {
  if (LINKS.has(norm)) return 'link'
  if (norm === 'up' || norm === 'ups') return 'tail'
  if (APART.has(norm) || !/^\p{L}{2}/u.test(norm)) return 'apart'
  if (LIGHT.has(norm)) return 'light'
  return norm.endsWith('ly') && norm.length > 4 && !LY_NOUNS.has(norm) ? 'apart' : 'full'
}

const IRREGULAR = new Map(
  `men man|women woman|feet foot|teeth tooth|children child|broke break|broken break|froze freeze|frozen freeze
  |built build|bought buy|taught teach|paid pay|sent send|left leave|ate eat|wore wear|worn wear|leaves leaf
  |knives knife|wives wife|lives life|halves half|evening evening|morning morning|ceiling ceiling|wedding wedding
  |parking parking|news news|species species|series series|gas gas|gases gas|lens lens|menus menu|ups up`
    .split('|')
    .map(pair => pair.trim().split(' ') as [string, string]),
)

/** Takes off plural, -ed and -ing, and what English writes differently before them (quote, quoted; plan, planned; try, tried). */
export function stemOf(norm: string): string {
  const base = IRREGULAR.get(norm) ?? withoutEnding(norm)
  if (base.length > 3 && base.endsWith('e')) return base.slice(0, -1)
  return base.length > 2 && base.endsWith('y') ? `${base.slice(0, -1)}i` : base
}

function withoutEnding(norm: string): string {
  if (norm.length < 4) return norm
  if (norm.endsWith('ies') || norm.endsWith('ied')) return `${norm.slice(0, -3)}y`
  if (/[^aious]s$|[ao]s$/.test(norm)) return norm.slice(0, -1)
  const verb = /^(.*[aeiouy].*?)(?:(?<!e)ed|ing)$/.exec(norm)?.[1]
  if (verb === undefined || verb.length < 2) return norm
  return verb.replace(/([^aeioulsz])\1$/, '$1')
}

/** "cleaned", not "bed" or "shed". */
export const isPastForm = (norm: string) => norm.endsWith('ed') && withoutEnding(norm) !== norm
