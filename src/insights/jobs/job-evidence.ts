/** Reads what a review says about each thing: that it was broken, repaired, replaced, installed, cleaned, or only named. */
import { CUE_WORDS } from '../text/word-lists.ts'
import type { Sentence, Word } from '../text/words.ts'
import { type Action, JOB_THINGS, type Noun, type Place, THAT_ONE, type Verb } from './job-signs.ts'

/** A part that failed or was replaced means that the thing was repaired. */
export type Fact = Action | 'job' | 'part' | 'fault' | 'mention'

export interface Evidence {
  /** '' if the review does not say what. */
  thing: string
  fact: Fact
  at: Place
}

/** A noun that means one thing. */
interface Named extends Place {
  thing: string
  isPart: boolean
  /** Not worth mentioning unless something was done to it. */
  isWeak: boolean
  /** Whether the business worked on it, as far as the clause says. */
  isCounted: boolean
}

/** Nouns and verbs come in the order of the text. */
export function readSigns(sentences: Sentence[], nouns: Noun[], verbs: Verb[]): Evidence[] {
  const evidence: Evidence[] = []
  let last: Named | null = null
  for (const at of clausesOf(nouns, verbs)) {
    const ownNouns = nouns.filter(noun => isSameClause(noun, at))
    const ownVerbs = verbs.filter(verb => isSameClause(verb, at))
    if (ownNouns.length === 0 && last === null) continue
    const { words } = sentences[at.sentence]!
    const named = heads(ownNouns, nouns, ownVerbs, last, words)
    for (const verb of ownVerbs)
      if (isCounted(verb, ownVerbs) && !ownNouns.some(noun => isInside(verb, noun)))
        addFacts(evidence, verb, named, last, words)
    for (const noun of ownNouns) addStated(evidence, noun, ownVerbs)
    for (const noun of named) addMention(evidence, noun, words)
    last = named.findLast(({ isWeak }) => !isWeak) ?? lastStated(ownNouns) ?? last
  }
  return evidence
}

/** A place in each clause that has nouns or verbs. */
const clausesOf = (nouns: Noun[], verbs: Verb[]): Place[] =>
  [...nouns, ...verbs]
    .sort((a, b) => a.sentence - b.sentence || a.clause - b.clause)
    .filter((at, index, all) => index === 0 || !isSameClause(at, all[index - 1]!))

const isSameClause = (a: Place, b: Place) => a.sentence === b.sentence && a.clause === b.clause

/** Not after "the other company" or "a quote for", nor right before "sales pitch". */
export const isCounted = (place: Place, verbs: Verb[]) =>
  !verbs.some(verb => {
    const { kind } = verb.sign
    if ((kind !== 'others' && kind !== 'asked' && kind !== 'offer') || !isSameClause(verb, place))
      return false
    return kind === 'offer' ? verb.first === place.end : verb.first <= place.first
  })

const isInside = (inner: Place, outer: Place) =>
  outer.first <= inner.first && inner.end <= outer.end

/** Of "the blower motor on our AC" and "the AC blower motor" only the motor, of "toilet tank" only the toilet. */
function heads(
  own: Noun[],
  all: Noun[],
  verbs: Verb[],
  last: Named | null,
  words: Word[],
): Named[] {
  const named: Named[] = []
  for (const [at, noun] of own.entries()) {
    const thing = resolve(noun, all, last)
    if (thing === null) continue
    const before = own[at - 1]
    if (
      before &&
      (isBetween(words, before.end, noun.first, OF) || isOld(words, before.end, noun.first))
    )
      continue
    if (before?.end === noun.first) {
      if (noun.sign.kind === 'short') continue
      if (noun.sign.kind === 'part') named.pop()
    }
    const { kind } = noun.sign
    const isOwn = isCounted(noun, verbs)
    named.push({
      ...noun,
      thing,
      isPart: kind === 'part',
      isWeak: kind === 'weak',
      isCounted: isOwn,
    })
  }
  return named
}

/** "a heat pump to replace an old furnace": nothing is done to the furnace. */
const isOld = (words: Word[], from: number, to: number) =>
  to - from <= OBJECT_REACH &&
  words
    .slice(from, to)
    .some(({ norm }, at, all) => norm === 'replace' && all[at - 1]?.norm === 'to')

const NOUNS: ReadonlySet<string> = new Set(['thing', 'weak', 'short', 'part'])

/** "heater" is what the review is about already, or the only thing of that name. */
function resolve({ sign }: Noun, all: Noun[], last: Named | null): string | null {
  if (sign.kind === 'service' || !NOUNS.has(sign.kind)) return null
  const { things, kind } = sign
  const isNamedAnywhere = (thing: string) => all.some(one => isNamed(one, thing))
  if (things.length > 1) {
    const known = things.find(thing => thing === last?.thing) ?? things.find(isNamedAnywhere)
    return known ?? (kind === 'short' ? null : things[0]!)
  }
  const thing = things[0]!
  const other = kind === 'short' ? JOB_THINGS.get(thing)!.unless?.find(isNamedAnywhere) : undefined
  return other && !isNamedAnywhere(thing) ? other : thing
}

const isNamed = ({ sign }: Noun, thing: string) =>
  (sign.kind === 'thing' || sign.kind === 'job') && sign.things.includes(thing)

const OF = /^(?:of|on|in|for|from|to|inside|under|underneath|below|behind|near|around|at)$/
const AND = /^(?:and|&|,|plus|\/|or|with)$/
/** Words between two nouns that belong together. */
const BESIDE = 3

function isBetween(words: Word[], from: number, to: number, pattern: RegExp): boolean {
  return to - from <= BESIDE && words.slice(from, to).some(({ norm }) => pattern.test(norm))
}

const FACTS = { job: 'job', fault: 'fault', installed: 'install' } as const

/** Words that say by themselves what happened to what. */
function addStated(evidence: Evidence[], noun: Noun, verbs: Verb[]): void {
  const { sign } = noun
  if (sign.kind !== 'job' && sign.kind !== 'fault' && sign.kind !== 'installed') return
  if (!isCounted(noun, verbs)) return
  for (const thing of sign.things) evidence.push({ thing, fact: FACTS[sign.kind], at: noun })
}

function lastStated(nouns: Noun[]): Named | null {
  const one = nouns.findLast(({ sign }) => sign.kind === 'job' || sign.kind === 'fault')
  const thing = one && 'things' in one.sign ? one.sign.things[0] : undefined
  if (!one || !thing || JOB_THINGS.get(thing)!.trade === 'any') return null
  return { ...one, thing, isPart: false, isWeak: false, isCounted: true }
}

/** Words between a verb and its object, and between a subject and its verb. */
const OBJECT_REACH = 8
const SUBJECT_REACH = 10
const FAULT_REACH = 5
/** Sentences after which "it" means something else. */
const MEMORY = 2

function addFacts(
  evidence: Evidence[],
  verb: Verb,
  nouns: Named[],
  last: Named | null,
  words: Word[],
): void {
  const { sign } = verb
  if (sign.kind === 'others' || sign.kind === 'asked' || sign.kind === 'offer') return
  const fact: Fact =
    sign.kind === 'action' ? sign.action : sign.kind === 'new' ? 'install' : 'fault'
  for (const { thing, isPart } of targetsOf(verb, nouns, last, words))
    evidence.push({ thing, fact: isPart ? partFact(fact) : fact, at: verb })
}

const partFact = (fact: Fact): Fact => (fact === 'clean' || fact === 'maintain' ? fact : 'part')

/** Its object, its subject, or what the review was about before: "replaced it". */
function targetsOf(verb: Verb, nouns: Named[], last: Named | null, words: Word[]): Named[] {
  const { kind } = verb.sign
  const inside = nouns.filter(({ first, end }) => first >= verb.first && end <= verb.end)
  if (inside.length > 0) return inside
  const isPronoun = THAT_ONE.has(words[verb.end]?.norm ?? '')
  if (kind === 'trouble') nouns = nouns.filter(({ isWeak }) => !isWeak)
  const objects = objectsOf(
    verb,
    nouns,
    words,
    isPronoun ? 2 : kind === 'new' ? BESIDE : OBJECT_REACH,
  )
  if (objects.length > 0) return objects
  if (kind === 'new' && !isPronoun) return []
  const before = subjectOf(verb, nouns, last)
  if (!before) return []
  return hasOwnObject(verb, words) ? [{ ...before, isPart: true }] : [before]
}

/** The first noun after the verb, and those joined to it. */
function objectsOf(verb: Verb, nouns: Named[], words: Word[], reach: number): Named[] {
  const objects: Named[] = []
  for (const noun of nouns) {
    const before = objects.at(-1)
    if (noun.first < verb.end) continue
    if (before ? !isBetween(words, before.end, noun.first, AND) : noun.first - verb.end > reach)
      break
    objects.push(noun)
  }
  return replacement(verb, objects, nouns, words) ?? objects
}

/** "replaced the furnace with a heat pump": the furnace is gone. */
function replacement(
  { sign }: Verb,
  [old]: Named[],
  nouns: Named[],
  words: Word[],
): Named[] | null {
  if (!old || sign.kind !== 'action' || sign.action !== 'replace') return null
  const other = nouns.find(
    ({ first }) =>
      first > old.end &&
      first - old.end <= OBJECT_REACH &&
      words.slice(old.end, first).some(({ norm }) => norm === 'with'),
  )
  return other ? [other] : null
}

function subjectOf(verb: Verb, nouns: Named[], last: Named | null): Named | null {
  const isFault = verb.sign.kind === 'trouble'
  const reach = isFault ? FAULT_REACH : SUBJECT_REACH
  const subject = nouns.findLast(({ end }) => end <= verb.first && verb.first - end <= reach)
  if (subject) return subject
  if (!last || verb.sentence - last.sentence > (isFault ? 1 : MEMORY)) return null
  return !isFault || last.isCounted ? last : null
}

const DETERMINER = /^(?:the|a|an|my|our|his|her|some|another)$/

/** "replaced the valve": not the thing that was mentioned before, but something in it. */
function hasOwnObject({ sign, end }: Verb, words: Word[]): boolean {
  if (sign.kind !== 'action' || !DETERMINER.test(words[end]?.norm ?? '')) return false
  return !words.slice(end + 1, end + 4).some(({ norm }) => THAT_ONE.has(norm))
}

function addMention(evidence: Evidence[], noun: Named, words: Word[]): void {
  if (noun.isWeak || !noun.isCounted || isOnlyPlace(noun, words) || isTended(noun, evidence)) return
  const fact = noun.isPart ? 'part' : isCount(noun, words) ? 'work' : 'mention'
  evidence.push({ thing: noun.thing, fact, at: noun })
}

const WHERE =
  /^(?:behind|under|near|beside|around|above|through|across|between|past|over|outside|inside|onto|next)$/

/** "behind the toilet": only where something was. "No leaks": nothing was. */
const isOnlyPlace = ({ first }: Named, words: Word[]) =>
  words
    .slice(Math.max(0, first - BESIDE), first)
    .some(({ norm }) => WHERE.test(norm) || CUE_WORDS.negations.has(norm))

/** "cleaned the coil" is no repair. */
const isTended = (noun: Named, evidence: Evidence[]) =>
  noun.isPart &&
  evidence.some(
    ({ thing, fact, at }) =>
      thing === noun.thing && (fact === 'clean' || fact === 'maintain') && isSameClause(at, noun),
  )

const NUMBER = /^(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve|both)$/

/** "11 windows in one day". */
const isCount = ({ first }: Named, words: Word[]) => NUMBER.test(words[first - 1]?.norm ?? '')
