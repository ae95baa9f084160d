/** Whole reviews with their sentiment, its basis, and their aspects with `+`, `0` or `-`. */

interface ReviewCase {
  difficulty: string
  rating: number
  text: string | null
  sentiment: 'positive' | 'neutral' | 'negative'
  basis: 'text' | 'rating'
  aspects?: string[]
}

export const reviews: ReviewCase[] = [
  { difficulty: 'five stars alone', rating: 5, text: null, sentiment: 'positive', basis: 'rating' },
  { difficulty: 'three stars alone', rating: 3, text: null, sentiment: 'neutral', basis: 'rating' },
  { difficulty: 'one star alone', rating: 1, text: null, sentiment: 'negative', basis: 'rating' },
  {
    difficulty: 'another language has its stars',
    rating: 1,
    text: 'Az ár nagyon jó volt, és a szerelő időben érkezett.',
    sentiment: 'negative',
    basis: 'rating',
    aspects: [],
  },
  {
    difficulty: 'stars and words agree',
    rating: 5,
    text: 'They came on time.',
    sentiment: 'positive',
    basis: 'text',
    aspects: ['punctuality+'],
  },
  {
    difficulty: 'five stars against the words',
    rating: 5,
    text: 'They overcharged us.',
    sentiment: 'neutral',
    basis: 'text',
    aspects: ['pricing-'],
  },
  {
    difficulty: 'one star against the words',
    rating: 1,
    text: 'The price was fair.',
    sentiment: 'neutral',
    basis: 'text',
    aspects: ['pricing+'],
  },
  {
    difficulty: 'five stars for nothing but complaints',
    rating: 5,
    text: 'They overcharged us. The technician was rude and two hours late.',
    sentiment: 'negative',
    basis: 'text',
    aspects: ['friendliness-', 'pricing-', 'punctuality-'],
  },
  {
    difficulty: 'the words decide over three stars: praise',
    rating: 3,
    text: 'The price was very reasonable.',
    sentiment: 'positive',
    basis: 'text',
    aspects: ['pricing+'],
  },
  {
    difficulty: 'the words decide over three stars: criticism',
    rating: 3,
    text: 'They were two hours late.',
    sentiment: 'negative',
    basis: 'text',
    aspects: ['punctuality-'],
  },
  {
    difficulty: 'three stars and a word each way',
    rating: 3,
    text: 'The price was very reasonable. They were two hours late.',
    sentiment: 'neutral',
    basis: 'text',
    aspects: ['pricing+', 'punctuality-'],
  },
  {
    difficulty: 'sentences that disagree about one thing',
    rating: 4,
    text: 'The first time they came right on time. The second time they were two hours late.',
    sentiment: 'positive',
    basis: 'text',
    aspects: ['punctuality-'],
  },
  {
    difficulty: 'sentences that agree count once',
    rating: 2,
    text: 'They were late on Monday. They were late on Friday.',
    sentiment: 'negative',
    basis: 'text',
    aspects: ['punctuality-'],
  },
  {
    difficulty: 'nothing of the taxonomy',
    rating: 5,
    text: 'We have lived here for ten years.',
    sentiment: 'positive',
    basis: 'text',
    aspects: [],
  },
]
