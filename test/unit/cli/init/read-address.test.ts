import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAddress } from '../../../../src/cli/init/answers.ts'

/** Street, town, region, postal code and country, in this order; empty if it must be left out. */
const ADDRESSES: Record<string, string[]> = {
  Springfield: ['', 'Springfield'],
  '12 Oak Street': ['12 Oak Street'],
  '12 Oak Street, Springfield, IL 62704': ['12 Oak Street', 'Springfield', 'IL', '62704'],
  '12 Oak Street, Springfield, IL 62704, USA': [
    '12 Oak Street',
    'Springfield',
    'IL',
    '62704',
    'USA',
  ],
  '12 Oak Street, Springfield, Illinois 62704-1234': [
    '12 Oak Street',
    'Springfield',
    'Illinois',
    '62704-1234',
  ],
  '12 Oak Street, Springfield IL 62704': ['12 Oak Street', 'Springfield', 'IL', '62704'],
  '12 Oak Street, Springfield, IL, 62704': ['12 Oak Street', 'Springfield', 'IL', '62704'],
  '350 5th Ave, New York 10118': ['350 5th Ave', 'New York', '', '10118'],
  '350 5th Ave, New York, NY': ['350 5th Ave', 'New York', 'NY'],
  '12 Oak Street, Suite 1200, Springfield, IL 62704': [
    '12 Oak Street, Suite 1200',
    'Springfield',
    'IL',
    '62704',
  ],
  'Springfield, Illinois': ['', 'Springfield', 'Illinois'],
  '12 Hathaway Road, Coventry, CV4 9HW': ['12 Hathaway Road', 'Coventry', '', 'CV4 9HW'],
  '12 Hathaway Road, Coventry, cv4 9hw, United Kingdom': [
    '12 Hathaway Road',
    'Coventry',
    '',
    'CV4 9HW',
    'United Kingdom',
  ],
  '1 High St, Leeds LS1 4DY': ['1 High St', 'Leeds', '', 'LS1 4DY'],
  '1 High St, Leeds, LS1 4DY, England': ['1 High St', 'Leeds', '', 'LS1 4DY', 'England'],
  'Auckland, New Zealand': ['', 'Auckland', '', '', 'New Zealand'],
  '123 Queen Street, Auckland 1010, New Zealand': [
    '123 Queen Street',
    'Auckland',
    '',
    '1010',
    'New Zealand',
  ],
  '123 Queen Street, Parnell, Auckland 1010, NZ': [
    '123 Queen Street, Parnell',
    'Auckland',
    '',
    '1010',
    'NZ',
  ],
  '5 George St, Sydney NSW 2000, Australia': ['5 George St', 'Sydney', 'NSW', '2000', 'Australia'],
  '5 George St, Sydney, NSW 2000': ['5 George St', 'Sydney', 'NSW', '2000'],
  '1 King St W, Toronto, ON M5H 1A1, Canada': ['1 King St W', 'Toronto', 'ON', 'M5H 1A1', 'Canada'],
  '1 King St W, Toronto ON M5H1A1': ['1 King St W', 'Toronto', 'ON', 'M5H1A1'],
  '5 Dame Street, Dublin, D02 AF30, Ireland': [
    '5 Dame Street',
    'Dublin',
    '',
    'D02 AF30',
    'Ireland',
  ],
  'Hauptstr. 5, 80331 München': ['Hauptstr. 5', 'München', '', '80331'],
  'Hauptstr. 5, 80331 München, Deutschland': ['Hauptstr. 5', 'München', '', '80331', 'Deutschland'],
  'Hauptstr. 5, D-80331 München, DE': ['Hauptstr. 5', 'München', '', '80331', 'DE'],
  'Keizersgracht 1, 1015 CN Amsterdam': ['Keizersgracht 1', 'Amsterdam', '', '1015 CN'],
}

/** Whatever cannot be told stays in the street. */
const UNCERTAIN: Record<string, string[]> = {
  '12 Hathaway Road, Tile Hill, Coventry': ['12 Hathaway Road, Tile Hill, Coventry'],
  '1 High St, Leeds, West Yorkshire, LS1 4DY': [
    '1 High St, Leeds, West Yorkshire',
    '',
    '',
    'LS1 4DY',
  ],
  '5 Dame Street, Dublin 2, Ireland': ['5 Dame Street, Dublin 2', '', '', '', 'Ireland'],
  '12 Oak Street, Suite 1200': ['12 Oak Street, Suite 1200'],
  'Flat 2, 1012 High Street': ['Flat 2, 1012 High Street'],
  'Parnell, Auckland, New Zealand': ['Parnell, Auckland', '', '', '', 'New Zealand'],
  'Tbilisi, Georgia': ['Tbilisi, Georgia'],
  '12 Main Street, Lebanon': ['12 Main Street', 'Lebanon'],
}

describe('The address of a business in one line', () => {
  const NAMES = ['street', 'locality', 'region', 'postal_code', 'country']
  for (const [answer, values] of Object.entries({ ...ADDRESSES, ...UNCERTAIN }))
    it(`The address ${answer} is read`, () =>
      assert.deepEqual(
        readAddress(answer),
        Object.fromEntries(
          NAMES.map((name, at) => [name, values[at]]).filter(([, value]) => value),
        ),
      ))

  it('An empty address is none', () => assert.deepEqual(['', ' , '].map(readAddress), [null, null]))
})
