import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createNameFinder } from '../../../../src/insights/names/find-names.ts'
import { splitSentences } from '../../../../src/insights/text/words.ts'

const person = (name: string, ...aliases: string[]) => ({ name, aliases })

const roster = [
  person('Mark Sutter'),
  person('Grace Lindqvist'),
  person('Dallas Whitaker'),
  person('Jordan Bell'),
  person('Mike Delgado'),
  person('Danielle Okafor'),
  person('Priya Raman'),
  person('Will Harmon'),
  person('Rich Tanaka'),
  person('Rose Alvarez'),
  person('Tomasz Wójcik'),
  person('Raymond Castellanos', 'Ray', 'Big Ray', 'Dr. Castellanos'),
]
const find = createNameFinder(roster)

/** The person and the words that mention them: "Mike Delgado: Mike's". */
const found = (text: string, finder = find) =>
  finder(text, splitSentences(text)).map(
    ({ name, span }) => `${name.split(' ')[0]}: ${text.slice(...span)}`,
  )

function finds(cases: Record<string, string[]>): void {
  for (const [text, expected] of Object.entries(cases))
    assert.deepEqual(found(text), expected, text)
}

function findsNobody(...texts: string[]): void {
  for (const text of texts) assert.deepEqual(found(text), [], text)
}

describe('Finding the names of the roster', () => {
  it('Full names, first names and possessives are found', () => {
    finds({
      'Mike Delgado came on Monday.': ['Mike: Mike Delgado'],
      "I liked Mike's work.": ['Mike: Mike'],
      'I can’t recommend Danielle enough.': ['Danielle: Danielle'],
      'Priya, Grace and Will were all amazing.': ['Priya: Priya', 'Grace: Grace', 'Will: Will'],
      'Mike D. did it, with Jordan Bell.': ['Mike: Mike D', 'Jordan: Jordan Bell'],
      'Mike A. Delgado did it.': ['Mike: Mike A. Delgado'],
    })
  })

  it('A mention has its sentence and its position in it', () => {
    const text = 'Great work. We asked for Will Harmon again.'
    assert.deepEqual(find(text, splitSentences(text)), [
      { name: 'Will Harmon', span: [25, 36], position: { sentence: 1, first: 3, end: 5 } },
    ])
  })

  it('A surname alone is found only after a title or as an alias', () => {
    finds({
      'Mr. Delgado was kind.': ['Mike: Delgado'],
      'Mrs Alvarez called back.': ['Rose: Alvarez'],
      'Mr. Delgato was kind.': ['Mike: Delgato'],
      'Dr. Castellanos was kind.': ['Raymond: Dr. Castellanos'],
    })
    finds({ 'Dr. Bell fixed it.': ['Jordan: Bell'], 'dr bell fixed it.': ['Jordan: bell'] })
    findsNobody('Delgado fixed it.', 'Carlos Delgado fixed it.', 'bell fixed it.')
  })

  it('Aliases and common nicknames are found', () => {
    finds({
      'Ask for Ray.': ['Raymond: Ray'],
      'We had Big Ray here.': ['Raymond: Big Ray'],
      'Michael was on time.': ['Mike: Michael'],
      'William fixed the leak.': ['Will: William'],
      'Marc came out.': ['Mark: Marc'],
    })
    findsNobody('Bill fixed the leak.', 'Daniel fixed the leak.', 'Liam fixed the leak.')
  })

  it('A nickname belongs to the person of the roster who bears it', () => {
    const two = createNameFinder([
      person('Daniel Reed'),
      person('Danny Cole'),
      person('Robert Hale'),
    ])
    assert.deepEqual(found('Danny came with Dan and Bob.', two), ['Danny: Danny', 'Robert: Bob'])
  })

  it('Two people with the same first name need the surname, unless an alias decides', () => {
    const two = [person('Mike Delgado'), person('Mike Sanders')]
    assert.deepEqual(found('Mike came with Mike Sanders.', createNameFinder(two)), [
      'Mike: Mike Sanders',
    ])
    const decided = createNameFinder([person('Mike Delgado', 'Mike'), person('Mike Sanders')])
    assert.equal(decided('Mike came.', splitSentences('Mike came.'))[0]?.name, 'Mike Delgado')
  })

  it('Names are found without diacritics, in lower case and in capitals', () => {
    finds({
      'Tomasz Wojcik was here.': ['Tomasz: Tomasz Wojcik'],
      'TOMASZ WÓJCIK WAS HERE': ['Tomasz: TOMASZ WÓJCIK'],
      'tomasz wojcik did the job': ['Tomasz: tomasz wojcik'],
      'thanks mike!': ['Mike: mike'],
      'Thanks to mike it works.': ['Mike: mike'],
      'MARK WAS GREAT': ['Mark: MARK'],
      'The only one I let into my basement is mike.': ['Mike: mike'],
      'No pressure at all from priya. She let us decide.': ['Priya: priya'],
      'Both tomasz and mike are keepers.': ['Tomasz: tomasz', 'Mike: mike'],
    })
    findsNobody(
      'ray was fine',
      'mark was great',
      'will is the best',
      'we drove in from dallas',
      'mike johnson came',
    )
  })

  it('A short name in lower case is found, an abbreviation is not', () => {
    const finder = createNameFinder([person('Ben Ortega'), person('Ty Cole')])
    assert.deepEqual(found('We got ben. He was great.', finder), ['Ben: ben'])
    assert.deepEqual(found('ty so much, ty was it', finder), [])
  })

  it('A name in lower case after an article is a word', () => {
    const finder = createNameFinder([person('Rosa Park')])
    assert.deepEqual(found('The walls are a rosa colour.', finder), [])
    assert.deepEqual(found('It was a rosa who came.', finder), ['Rosa: rosa'])
  })

  it('A name with another meaning needs a sign of a person in lower case', () => {
    const finder = createNameFinder([person('Nick Hale'), person('Jan Moss')])
    assert.deepEqual(found('They came in the nick of time in jan.', finder), [])
    assert.deepEqual(found('Then nick came out.', finder), ['Nick: nick'])
  })

  it('Misspelled names are found', () => {
    finds({
      'Jordon fixed it.': ['Jordan: Jordon'],
      'Ask for Danyelle.': ['Danielle: Danyelle'],
      'Big thanks to Pryia and the crew.': ['Priya: Pryia'],
      'Micheal was great.': ['Mike: Micheal'],
      'Mike Delagdo came.': ['Mike: Mike Delagdo'],
      'Makr Sutter came.': ['Mark: Makr Sutter'],
    })
  })

  it('Other names and ordinary words are not taken for misspellings', () => {
    findsNobody(
      'Mary came out.',
      'Rosa came out.',
      'Mine came broken.',
      'Make was wrong.',
      'Mice were everywhere.',
      'Rice was cold.',
      'Well is dry.',
      'Grade was wrong.',
      'Ask for Daniella.',
    )
  })

  it('A name whose capital letter means nothing needs another sign of a person', () => {
    finds({
      'Rich explained everything.': ['Rich: Rich'],
      'Will is the best.': ['Will: Will'],
      'Thanks Will!': ['Will: Will'],
      'Grace, thank you so much!': ['Grace: Grace'],
      'Rich, our tech, was kind.': ['Rich: Rich'],
      'They sent Will out on Monday.': ['Will: Will'],
      'Mark & Danielle were super.': ['Mark: Mark', 'Danielle: Danielle'],
      "Will's truck was clean.": ['Will: Will'],
    })
    findsNobody(
      'Mark my words, never again.',
      'There is a mark on the wall.',
      'Left a Mark on the wall.',
      'MARK ON THE WALL AFTER THEY LEFT',
      'Grace period expired.',
      'will call again',
      'Will call again.',
      'WILL DEFINITELY USE AGAIN',
      'THANKS WILL BE BACK',
      'They WILL rip you off.',
      'Rich in flavor.',
      'Rose early to let them in.',
      'Rosé was nice.',
      'Ray of sunshine.',
    )
  })

  it('A name that is also a place is found only where it means a person', () => {
    finds({
      'Dallas and Mike came.': ['Dallas: Dallas', 'Mike: Mike'],
      'Thanks to Jordan we have water.': ['Jordan: Jordan'],
      'Dallas is on time, every time.': ['Dallas: Dallas'],
    })
    findsNobody(
      'We moved here from Dallas.',
      'Best plumber in Dallas!',
      'They serve the greater Dallas area.',
      'Dallas, TX',
      'We flew to Jordan.',
      'My son in Dallas says the same.',
      'Even my cousin from Dallas was impressed.',
      'I manage rentals in Jordan, Dallas and here.',
      'We left Dallas for this?',
    )
    finds({
      'Thanks to Jordan, Dallas and Mike!': ['Jordan: Jordan', 'Dallas: Dallas', 'Mike: Mike'],
    })
  })

  it('A name that is also a month is found only where it means a person', () => {
    const finder = createNameFinder([person('June Park'), person('April Moss')])
    assert.deepEqual(found('Still waiting in June, since April, as of 5 June.', finder), [])
    assert.deepEqual(found('Thanks to June and April came too.', finder), [
      'June: June',
      'April: April',
    ])
  })

  it('Two wrong letters are accepted only where a person is meant', () => {
    const finder = createNameFinder([person('Michelle Park')])
    assert.deepEqual(found('We have been to Michelin places.', finder), [])
    assert.deepEqual(found('Ask for Mitchele.', finder), ['Michelle: Mitchele'])
  })

  it('Other people, brands and streets are not found', () => {
    findsNobody(
      'Mike Johnson from the other company was rude.',
      'Mike J. was rude.',
      'Michael Jordan would be proud.',
      'I wore my Air Jordan shoes.',
      'Air Jordans for sale.',
      'Grace Street is noisy.',
      'We live on Mark Twain Avenue.',
      "Ray's Pizza is next door.",
      'Mark-up is high.',
      'Mark II is better.',
    )
  })

  it('The reviewer’s family is not found', () => {
    findsNobody(
      'My husband Mike loved it.',
      'Our son, Will, broke the tap.',
      'Mike, my husband, loved it.',
      'Mike (my husband) loved it.',
      'My sister (Priya) uses them.',
      'My boss, Mike, suggested them.',
      "My wife's name is Grace too.",
      'my husband mike met them',
    )
    finds({ 'My husband liked Mike a lot.': ['Mike: Mike'] })
  })
})

describe('Names in the plural', () => {
  it('The plural of a first name names its only bearer', () => {
    finds({
      'We need more Priyas.': ['Priya: Priyas'],
      'both mikes were super': ['Mike: mikes'],
      'Mikes work was great.': ['Mike: Mikes'],
    })
    findsNobody('He left marks on the wall.', 'Two roses on the counter.', 'Air Jordans for sale.')
  })

  it('Both of two people with the same first name are found in its plural', () => {
    const two = createNameFinder([person('Mike Delgado'), person('Mike Sanders')])
    const names = (text: string) => two(text, splitSentences(text)).map(({ name }) => name)
    assert.deepEqual(names('Both Mikes were super.'), ['Mike Delgado', 'Mike Sanders'])
    assert.deepEqual(names('More Mikes, please.'), [])
  })

  it('A family is found by its surname after "the", unless it is the customer’s or a neighbor’s', () => {
    finds({
      'The Whitakers are good people.': ['Dallas: Whitakers'],
      'We know the Alvarezes well.': ['Rose: Alvarezes'],
    })
    findsNobody(
      'We are the Whitakers on Elm Street.',
      'The Whitakers next door use them.',
      'The Bells rang.',
      'Whitakers are cheap.',
    )
    const family = createNameFinder([person('Mike Delgado'), person('Ana Delgado')])
    assert.equal(family('The Delgados came.', splitSentences('The Delgados came.')).length, 2)
  })
})

describe('Names of brands and of the business', () => {
  const finder = createNameFinder(
    [person('Bryant Cole'), person('Amanda Pruitt'), person('Mike Rooker'), person('Carrie Moss')],
    [],
  )

  it('A name that is a brand is found only where it means a person', () => {
    for (const text of [
      'Our Bryant furnace died.',
      'They put in a Bryant and it runs.',
      'The Bryant was out of warranty.',
      'both bryant units were serviced',
    ])
      assert.deepEqual(found(text, finder), [], text)
    assert.deepEqual(found('Bryant told us to keep it.', finder), ['Bryant: Bryant'])
    assert.deepEqual(found('Our tech Bryant was super.', finder), ['Bryant: Bryant'])
  })

  it('A brand is not a misspelled name', () => {
    for (const text of [
      'Ask for Amana when you call.',
      'Carrier came out.',
      'Mr. Rooter wanted more.',
    ])
      assert.deepEqual(found(text, finder), [], text)
    assert.deepEqual(found('Mr. Roker wanted more.', finder), ['Mike: Roker'])
  })

  it('Another company that bears the name is not found', () => {
    for (const text of [
      'Mike & Sons never came.',
      'Mike and Son never came.',
      'Mike Diamond quoted more.',
    ])
      assert.deepEqual(found(text, finder), [], text)
    assert.deepEqual(found('Mike and son both came.', finder), ['Mike: Mike'])
  })

  it('The business’s own name names nobody', () => {
    const staff = [person('Carson Reyes'), person('Ray Delgado'), person('Tom Whitaker')]
    const own = createNameFinder(staff, [
      'Carson Auto Care',
      "Ray's Heating",
      'Tom Whitaker Roofing',
    ])
    for (const text of [
      'Carson Auto Care was quick.',
      'Carson was quick.',
      'carson auto is the best',
      "Ray's Heating came.",
      "ray's heating came",
      "Call Ray's!",
      'Tom Whitaker Roofing did it.',
    ])
      assert.deepEqual(found(text, own), [], text)
  })

  it('A title and surname on the roster match the full name, in any case', () => {
    const doctors = createNameFinder([person('Dr. Jacobi'), person('Dr. Smith')])
    for (const [text, expected] of Object.entries({
      'Dr. Jacobi was gentle.': ['Dr.: Jacobi'],
      'dr. jacobi was gentle': ['Dr.: jacobi'],
      'DR JACOBI WAS GENTLE': ['Dr.: JACOBI'],
      'Dr. Anna Jacobi was gentle.': ['Dr.: Jacobi'],
      'dr anna jacobi was gentle': ['Dr.: jacobi'],
      'Anna Jacobi was gentle.': ['Dr.: Jacobi'],
      'Dr. Paul Smith was gentle.': ['Dr.: Smith'],
      'Paul Smith was at the desk.': [],
      'My wife Anna Jacobi was glad.': [],
    }))
      assert.deepEqual(found(text, doctors), expected, text)
  })

  it('A person who bears the business’s own name is found where only a person can be meant', () => {
    const staff = [person('Carson Reyes'), person('Ray Delgado'), person('Dallas Whitaker')]
    const own = createNameFinder(staff, ['Carson Auto Care', "Ray's Heating"])
    for (const [text, expected] of Object.entries({
      'Carson is so kind.': ['Carson: Carson'],
      'Carson came and he fixed it.': ['Carson: Carson'],
      'Carson came. He fixed it.': ['Carson: Carson'],
      'Carson sent Dallas and he fixed it.': ['Dallas: Dallas'],
      'Ask for Carson.': ['Carson: Carson'],
      'Carson himself came.': ['Carson: Carson'],
      'Carson Reyes came.': ['Carson: Carson Reyes'],
      'Ray came on time.': ['Ray: Ray'],
      'Dallas from Carson came out.': ['Dallas: Dallas'],
    }))
      assert.deepEqual(found(text, own), expected, text)
  })
})

const piece = fc.oneof(
  fc.constantFrom(...roster.flatMap(({ name, aliases }) => [...name.split(' '), ...aliases])),
  fc.constantFrom(
    'Mrk',
    'Jordon',
    'MIKE',
    'in',
    'Mr.',
    'and',
    'came',
    "'s",
    ',',
    '. ',
    'thanks to',
    'José',
    '🙂',
    '\n',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)

describe('Mentions in any text', () => {
  it('Mentions are spans of whole words, in order and without overlap', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), pieces => {
        const text = pieces.join(' ')
        const sentences = splitSentences(text)
        let last = 0
        for (const { span, position } of find(text, sentences)) {
          const words = sentences[position.sentence]!.words
          assert.deepEqual(span, [words[position.first]!.start, words[position.end - 1]!.end])
          assert.match(text.slice(...span), /^\p{L}.*\p{L}$/su)
          assert.ok(span[0] >= last)
          last = span[1]
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('A text without capital letters and roster names has no mentions', () => {
    const word = fc.stringMatching(/^[a-z]{1,9}$/)
    const near = fc.constantFrom(
      'mrk',
      'jordon',
      'mikee',
      'daniele',
      'delgdo',
      'will',
      'rich',
      'came',
      'thanks to',
      'mr.',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(word, near), { maxLength: 20 }), words => {
        fc.pre(!words.some(one => known.has(one)))
        assert.deepEqual(found(words.join(' ')), [])
      }),
      { numRuns: 2000 },
    )
  })
})

const known = new Set(
  'mike michael mikey danielle dani danni priya tomasz tomek raymond jordan jordy dallas thomas tomas tom tommy'.split(
    ' ',
  ),
)
