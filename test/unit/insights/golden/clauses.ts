/** Sentences and their clauses, which limit how far an opinion reaches. */

export const clauses: [difficulty: string, clauses: string[]][] = [
  ['"but"', ['The work was great', 'but the price was high.']],
  ['"but" after a comma', ['The work was great,', 'but the price was high.']],
  ['"although" in front', ['Although they came late,', 'the price was fair.']],
  ['"though" in the middle', ['They did good work', 'though it took them all day.']],
  ['"however"', ['The price was fair,', 'however they came late twice.']],
  ['"despite"', ['They finished the job early', 'despite the awful weather.']],
  ['a comma before "and"', ['He was very friendly,', 'and the price was fair.']],
  ['a comma before a subject', ['When we called them,', 'they came the same day.']],
  ['three in a row', ['The tech was nice,', 'the price was not,', 'and they came late.']],
  ['a list is one clause', ['They were friendly, fast, clean.']],
  ['"and" without a comma', ['They came early and left the place clean.']],
  ['a long dash', ['The work is solid —', 'the bill was not.']],
  ['a hyphen for a dash', ['Good work overall -', 'the price hurt a bit.']],
  ['a hyphen inside a word', ['Their on-time arrival was great.']],
  ['a semicolon', ['It was warm again;', 'the bill came much later.']],
  ['brackets in the middle', ['The price (for a Sunday visit) was fair.']],
  ['a scrap stays with its neighbor', ['Nice work, but late.']],
  [
    'two turning words make one turn',
    ['They came on time,', 'but unfortunately the part was wrong.'],
  ],
]
