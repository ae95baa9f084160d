/** Whether a text is in a language that the engine knows: English. */
import type { Vocabulary } from './vocabulary.ts'

/** The little words of the languages that reviews come in most often, less those that English has too. */
const FOREIGN = new Set(
  [
    'que el la los las de del y en un una muy con por para nos se lo su es fue pero mi al todo le bien gracias servicio',
    'und der das ist nicht sehr ein eine mit wir ich auf zu den hat auch von dem war ich gut alles',
    'et les des est une pour nous très avec pas dans qui au ce je sur plus il elle bon bien',
    'não uma muito com os as do da em foi que para o e um nos mais',
    'di che il è non un per con sono molto gli della del i e ma',
    'het een niet van ik op te dat wij zeer goed en is de',
    'i w na się jest nie z do to że jak po bardzo dla mi u nas',
    'bir ve çok bu için da de ama',
    'rất và là không có cho của đã anh nhà',
  ]
    .join(' ')
    .split(' '),
)
const ENGLISH = new Set(
  'the a an and or but is was were are be been it its i my me we our us he she his her they them their you your this that in on at to of for from with by as so not no do did does had has have will would can could what when who how all just only very too out up off back after before again then than there here do'.split(
    ' ',
  ),
)

/** So much of the text must be words that the engine has. */
const ENOUGH = 0.6

/** What the source says counts; where it says nothing, the words do. */
export function isKnownLanguage(text: string, declared: string | null, { numbers }: Vocabulary): boolean {
  if (declared) return declared.toLowerCase().split('-')[0] === 'en'
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const english = words.filter(word => ENGLISH.has(word)).length
  const foreign = words.filter(word => FOREIGN.has(word) && !ENGLISH.has(word)).length
  const known = words.filter(word => numbers.has(word) || /^[a-z]{1,2}$/.test(word)).length
  return words.length > 0 && foreign <= english / 2 && known / words.length >= ENOUGH
}
