/** British English, where it differs from American. */
import type { Catalog } from './catalog.ts'
import { enUs } from './en-us.ts'

const { home, highlights, reviews, subjects, insights, embed, errors } = enUs

export const enGb: Catalog = {
  ...enUs,
  home: {
    ...home,
    openUntil: 'Open now · closes at {time}',
    openUntilDay: 'Open now · closes on {day} at {time}',
    closedUntil: 'Closed now · opens at {time}',
    closedUntilDay: 'Closed now · opens on {day} at {time}',
    contact: 'Contact and opening hours',
    hours: 'Opening hours',
    hopes: { ...home.hopes, colour: 'Good colour', crew: 'Good team' },
    trades: {
      ...home.trades,
      attorney: 'Law firm',
      autobodyshop: 'Car body repairs',
      autorepair: 'Garage',
      barorpub: 'Pub or bar',
      generalcontractor: 'Builder',
      hairsalon: 'Hairdresser',
      housepainter: 'Painter and decorator',
      hvacbusiness: 'Heating and air conditioning',
      movingcompany: 'Removals company',
    },
  },
  highlights: {
    ...highlights,
    shares: '{positive} of the reviews are positive, {mixed} are mixed and {negative} are negative.',
    tooFewToSummarize: 'There are too few reviews to summarise.',
  },
  reviews: {
    ...reviews,
    opinionsAboutAspect: { ...reviews.opinionsAboutAspect, negative: 'criticised' },
  },
  subjects: {
    ...subjects,
    listDescription: 'How often and how favourably reviews about {business} mention {names}.',
    listDescriptionMore: 'How often and how favourably reviews about {business} mention {names} and others.',
  },
  insights: {
    ...insights,
    faq: { ...insights.faq, criticized: 'What do customers criticise, and has it changed?' },
  },
  embed: {
    ...embed,
    colors: 'Colours',
    previewNote: 'On your site it takes your font and your colours.',
    notes: {
      ...embed.notes,
      wix: 'Wix puts embedded code in a frame of its own, so it cannot take your font. Set the colours to light or dark.',
    },
    forDevelopers: 'Every attribute, custom colours and parts: see the {guide}.',
  },
  errors: {
    ...errors,
    reading: {
      ...errors.reading,
      text: 'This page needs what customers say in their comments, which is still being analysed. Try again in a moment, or {reviews}.',
    },
  },
}
