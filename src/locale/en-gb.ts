/** British English, where it differs from American. */
import type { Catalog } from './catalog.ts'
import { enUs } from './en-us.ts'

export const enGbInsights = {
  ...enUs.insights,
  faq: {
    ...enUs.insights.faq,
    criticized: 'What do customers criticise, and has it changed?',
  },
} satisfies Catalog['insights']
