/** Texts, the language declared by the source, whether they are read, and the names of the demo that are found either way. */

interface LanguageCase {
  difficulty: string
  text: string
  declared?: string
  read: boolean
  names?: string[]
}

export const languages: LanguageCase[] = [
  {
    difficulty: 'Spanish',
    text: 'Mike llegó puntual y el precio fue muy justo.',
    read: true,
    names: ['Mike Delgado'],
  },
  {
    difficulty: 'Spanish without small words',
    text: 'Excelente trabajo, recomendado',
    read: false,
  },
  { difficulty: 'Spanish, short', text: 'Muy buen servicio', read: false },
  {
    difficulty: 'Spanish with a service and an area',
    text: 'Instalaron un heat pump nuevo en Fenwick y todo muy bien.',
    read: true,
    names: ['fenwick', 'heat_pump_installation'],
  },
  {
    difficulty: 'German',
    text: 'Danielle war sehr freundlich und hat alles gut erklärt.',
    read: true,
    names: ['Danielle Okafor'],
  },
  {
    difficulty: 'German with borrowed words',
    text: 'Super Service, alles top, gerne wieder!',
    read: true,
  },
  {
    difficulty: 'Hungarian with a name',
    text: 'Mike nagyon kedves volt, és pontosan érkezett.',
    read: false,
    names: ['Mike Delgado'],
  },
  {
    difficulty: 'Polish',
    text: 'Tomasz przyjechał na czas i bardzo dobrze wykonał pracę.',
    read: false,
    names: ['Tomasz Wójcik'],
  },
  { difficulty: 'Polish without diacritics', text: 'Polecam, szybko i tanio', read: false },
  {
    difficulty: 'French',
    text: 'Priya est très gentille et le prix était correct.',
    read: true,
    names: ['Priya Raman'],
  },
  { difficulty: 'Portuguese', text: 'O serviço foi muito bom e o preço justo.', read: false },
  {
    difficulty: 'Italian',
    text: 'Il tecnico è stato molto gentile e il prezzo onesto.',
    read: false,
  },
  { difficulty: 'Dutch', text: 'De monteur was op tijd en het werk is goed gedaan.', read: false },
  { difficulty: 'Turkish', text: 'Usta çok iyi ve fiyat uygun.', read: false },
  {
    difficulty: 'Vietnamese',
    text: 'Anh Mike rất nhiệt tình và làm việc rất tốt.',
    read: false,
    names: ['Mike Delgado'],
  },
  { difficulty: 'Indonesian', text: 'Pelayanan bagus dan harganya murah.', read: false },
  { difficulty: 'Chinese', text: '师傅很准时，价格也合理。', read: false },
  {
    difficulty: 'Chinese with a name',
    text: 'Mike 很准时，价格也合理。',
    read: false,
    names: ['Mike Delgado'],
  },
  { difficulty: 'Japanese', text: '時間通りに来てくれて、とても親切でした。', read: false },
  { difficulty: 'Korean', text: '제시간에 왔고 가격도 적당했어요.', read: false },
  {
    difficulty: 'Arabic',
    text: 'خدمة ممتازة والسعر مناسب، شكرا Mike',
    read: false,
    names: ['Mike Delgado'],
  },
  { difficulty: 'Russian', text: 'Мастер приехал вовремя, цена хорошая.', read: false },
  {
    difficulty: 'English, declared by nobody',
    text: 'They came on time and the price was fair.',
    read: true,
  },
  { difficulty: 'English, two words', text: 'Great price.', read: true },
  { difficulty: 'English, shouted', text: 'GREAT PRICE AND ON TIME', read: true },
  {
    difficulty: 'English with typos',
    text: 'they arived ontime and the prise was fair',
    read: true,
  },
  {
    difficulty: 'English with many names',
    text: 'Mike Delgado and Danielle Okafor came on time.',
    read: true,
    names: ['Danielle Okafor', 'Mike Delgado'],
  },
  {
    difficulty: 'nothing but names of the roster',
    text: 'Tomasz Wójcik & Danielle Okafor',
    read: true,
    names: ['Danielle Okafor', 'Tomasz Wójcik'],
  },
  { difficulty: 'nothing but other names', text: 'Zach, Tyler, and Keyshawn', read: true },
  { difficulty: 'another name with its surname', text: 'Tyler Brzezinski!', read: true },
  {
    difficulty: 'names and two words',
    text: 'Tomasz Wójcik great job',
    read: true,
    names: ['Tomasz Wójcik'],
  },
  {
    difficulty: 'Spanish thanks and a name',
    text: 'Gracias Mike',
    read: false,
    names: ['Mike Delgado'],
  },
  {
    difficulty: 'German thanks and a full name',
    text: 'Danke Tomasz Wójcik',
    read: false,
    names: ['Tomasz Wójcik'],
  },
  {
    difficulty: 'a name before words with capitals',
    text: 'Tyler Excelente Trabajo',
    read: false,
  },
  {
    difficulty: 'English with a greeting in Spanish',
    text: 'Muchas gracias to the whole team, they were on time and the price was fair.',
    read: true,
  },
  {
    difficulty: 'Spanish with a greeting in English',
    text: 'El precio fue muy bueno y el técnico llegó a tiempo. Thank you!',
    read: true,
  },
  { difficulty: 'declared American', text: 'Great price.', declared: 'en-US', read: true },
  { difficulty: 'declared in capitals', text: 'Great price.', declared: 'EN', read: true },
  {
    difficulty: 'declared Hungarian, too short to contradict',
    text: 'Great price.',
    declared: 'hu',
    read: false,
  },
  {
    difficulty: 'declared Hungarian, plainly English',
    text: 'They came on time and the price was fair.',
    declared: 'hu',
    read: true,
  },
  {
    difficulty: 'declared English, plainly Hungarian',
    text: 'Sokat kellett várni a sörre, és drága volt.',
    declared: 'en',
    read: false,
  },
  { difficulty: 'declared English counts', text: 'Precio justo', declared: 'en', read: true },
  { difficulty: 'nothing but figures', text: '10/10', read: false },
]
