import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { editsFrom, formFrom, TEXT_FIELDS } from '../../../../src/desk/pages/business-fields.ts'
import { renderBusinessFields } from '../../../../src/desk/pages/business-form.ts'
import { DEFAULT_ACCENT } from '../../../../src/model/business.ts'

describe('The trade in the business form', () => {
  const typed = (category: string, fields: Record<string, unknown>) =>
    editsFrom(new URLSearchParams({ category }), fields)

  it('The form shows a type in plain words with the type as a detail, and saving it changes nothing', () => {
    const fields = { name: 'A', category: 'HomeAndConstructionBusiness' }
    const form = formFrom(fields)
    assert.equal(form.get('category'), 'Home services')
    const page = String(renderBusinessFields(form, fields, []))
    assert.match(page, /for search engines: HomeAndConstructionBusiness<\/span>/)
    assert.deepEqual(editsFrom(form, fields), [])
  })

  it('A name that has a type is saved as the type, and the owner’s own words as they are', () => {
    assert.deepEqual(typed('law office', {}), [{ path: ['category'], value: 'Attorney' }])
    assert.deepEqual(typed('Hair salon', {}), [{ path: ['category'], value: 'Hair salon' }])
    assert.deepEqual(typed('Dog grooming', { category: 'Attorney' }), [
      { path: ['category'], value: 'Dog grooming' },
    ])
    assert.deepEqual(typed('', { category: 'Attorney' }), [
      { path: ['category'], value: undefined },
    ])
  })
})

/** A file that fills every field of the form. */
const FULL = {
  name: 'A & B',
  category: 'Plumber',
  description: 'Two lines.\nReally.',
  telephone: '+1 555 0100',
  email: 'a@a.example',
  url: 'https://a.example',
  review_url: 'https://a.example/review',
  booking_url: 'https://a.example/book',
  price_range: '$$',
  legal_name: 'A & B LLC',
  address: {
    street: '1 Main St',
    locality: 'Springfield',
    region: 'IL',
    postal_code: '62701',
    country: 'US',
  },
  time_zone: 'America/Chicago',
  locale: 'de',
  license: 'CC BY 4.0',
  verification_policy: 'We ask everyone.',
  taxonomy: { trade: 'plumbing' },
  site: { accent_color: '#123456', logo: 'https://a.example/logo.png' },
  same_as: ['https://b.example', 'https://c.example'],
  review_sites: [{ name: 'Our own form', url: 'https://d.example/?a=b' }],
  hours: [
    { days: ['monday', 'tuesday'], opens: '08:00', closes: '12:00' },
    { days: ['saturday'], opens: '09:00', closes: '11:00' },
    { days: ['monday'], opens: '13:00', closes: '17:00' },
  ],
  technicians: [
    { name: 'Rosa', role: 'Owner', aliases: ['R.', 'Rosie'], since: 2001 },
    { name: 'Bob' },
  ],
  services: [{ id: 'drains', label: 'Drain cleaning', aliases: ['unclogged'] }],
  service_areas: [{ id: 'old_town', label: 'Old Town', aliases: [] }],
  verification: { google: { level: 'platform', method: 'An account.' } },
  sources: [{ name: 'x' }],
}

/** The form as the page has it, with its hidden fields. */
function openForm(fields: Record<string, unknown>): URLSearchParams {
  const form = formFrom(fields)
  for (const name of ['has_hours', 'has_technicians', 'has_services', 'has_service_areas'])
    form.set(name, 'yes')
  form.append('verified_source', 'google')
  return form
}

describe('The fields of the business form', () => {
  const edit = (change: Record<string, string>, fields: Record<string, unknown> = FULL) => {
    const form = openForm(fields)
    for (const [name, value] of Object.entries(change)) form.set(name, value)
    return editsFrom(form, fields)
  }

  it('A form that nobody changed changes nothing, whether the file is full or empty', () => {
    assert.deepEqual(edit({}), [])
    for (const nothing of [undefined, null, []])
      assert.deepEqual(
        edit({}, { name: 'A', same_as: nothing, hours: nothing, technicians: nothing }),
        [],
      )
  })

  for (const field of TEXT_FIELDS)
    it(`The field ${field} writes what was typed to its place, and removes it when it is emptied`, () => {
      const path = field.split('.')
      assert.ok(openForm(FULL).get(field), 'the form shows it')
      assert.deepEqual(edit({ [field]: '  Typed\r\n' }), [{ path, value: 'Typed' }])
      assert.deepEqual(edit({ [field]: ' ' }), [{ path, value: undefined }])
    })

  it('An address without https:// gets it, and nothing else does', () => {
    const edited = (url: string) =>
      edit({ url, same_as: url }).map(({ value }) => [value].flat()[0])
    for (const [typed, saved] of [
      ['www.example.com', 'https://www.example.com'],
      ['example.com/shop', 'https://example.com/shop'],
      ['http://example.com', 'http://example.com'],
      ['mailto:ann@example.com', 'mailto:ann@example.com'],
      ['ann@example.com', 'ann@example.com'],
    ] as const)
      assert.deepEqual(edited(typed), [saved, saved])
  })

  it('A field that a form does not have stays as it is', () => {
    assert.deepEqual(editsFrom(new URLSearchParams({ name: 'A & B' }), FULL), [])
    assert.deepEqual(editsFrom(new URLSearchParams({ name: 'C' }), FULL), [
      { path: ['name'], value: 'C' },
    ])
  })

  it('The usual color and language are written only where the file has others', () => {
    assert.deepEqual(edit({ locale: 'en-US' }, { name: 'A' }), [])
    assert.deepEqual(edit({ locale: 'en-US' }), [{ path: ['locale'], value: 'en-US' }])
    assert.deepEqual(edit({ locale: 'fr' }, { name: 'A' }), [{ path: ['locale'], value: 'fr' }])
    assert.deepEqual(edit({ 'site.accent_color': DEFAULT_ACCENT }, { name: 'A' }), [])
  })

  it('Each line is an address of its own', () => {
    assert.deepEqual(edit({ same_as: ' https://d.example \n\n https://e.example' }), [
      { path: ['same_as'], value: ['https://d.example', 'https://e.example'] },
    ])
    assert.deepEqual(edit({ same_as: '' }), [{ path: ['same_as'], value: undefined }])
  })

  it('Each line is a site for reviews: its name and its address, or the address alone', () => {
    assert.equal(openForm(FULL).get('review_sites'), 'Our own form https://d.example/?a=b')
    assert.deepEqual(
      edit({ review_sites: ' Best  of Town https://e.example/r \n\nhttps://f.example\nnothing' }),
      [
        {
          path: ['review_sites'],
          value: [
            { name: 'Best of Town', url: 'https://e.example/r' },
            { name: 'f.example', url: 'https://f.example' },
            { name: 'nothing', url: 'nothing' },
          ],
        },
      ],
    )
    assert.deepEqual(edit({ review_sites: '' }), [{ path: ['review_sites'], value: undefined }])
  })

  it('Days with the same hours are one entry, and the second pair is for after a break', () => {
    const form = openForm(FULL)
    assert.equal(form.get('hours.monday.0.opens'), '08:00')
    assert.equal(form.get('hours.monday.1.closes'), '17:00')
    assert.equal(form.get('hours.tuesday.1.opens'), null)
    assert.deepEqual(
      edit({ 'hours.tuesday.1.opens': '13:00', 'hours.tuesday.1.closes': '17:00' }),
      [
        {
          path: ['hours'],
          value: [FULL.hours[0], FULL.hours[1], { ...FULL.hours[2], days: ['monday', 'tuesday'] }],
        },
      ],
    )
    const [half] = edit({ 'hours.sunday.0.opens': '10:00' })
    assert.deepEqual((half!.value as unknown[])[2], {
      days: ['sunday'],
      opens: '10:00',
      closes: '',
    })
    const [closed] = edit({ 'hours.saturday.0.opens': '', 'hours.saturday.0.closes': '' })
    assert.deepEqual(closed!.value, [FULL.hours[0], FULL.hours[2]])
  })

  it('Hours with three spans on a day are too detailed for the form, which leaves them alone', () => {
    const span = (opens: string, closes: string) => ({ days: ['monday'], opens, closes })
    const fields = {
      name: 'A',
      hours: [span('08:00', '09:00'), span('10:00', '11:00'), span('12:00', '13:00')],
    }
    const page = String(renderBusinessFields(formFrom(fields), fields, []))
    assert.match(page, /too detailed for this form/)
    assert.doesNotMatch(page, /name="has_hours"|type="time"/)
    assert.deepEqual(editsFrom(formFrom(fields), fields), [])
    const two = { name: 'A', hours: fields.hours.slice(0, 2) }
    assert.match(String(renderBusinessFields(formFrom(two), two, [])), /name="has_hours"/)
  })

  it('However many people there are, the form loses none', () => {
    const technicians = Array.from({ length: 305 }, (_, number) => ({ name: `Person ${number}` }))
    assert.deepEqual(edit({}, { name: 'A', technicians }), [])
  })

  it('Rows of people, services and areas are edited, added and removed, and keep what the form does not show', () => {
    const [rosa, bob] = FULL.technicians
    const people = (change: Record<string, string>) => edit(change)[0]?.value
    assert.equal(openForm(FULL).get('technicians.0.aliases'), 'R., Rosie')
    assert.deepEqual(people({ 'technicians.0.name': ' Rose ' }), [{ ...rosa, name: 'Rose' }, bob])
    const { role, ...withoutRole } = rosa!
    assert.deepEqual(people({ 'technicians.0.role': ' ' }), [withoutRole, bob])
    assert.deepEqual(people({ 'technicians.1.role': 'Helper' }), [
      rosa,
      { name: 'Bob', role: 'Helper' },
    ])
    assert.deepEqual(people({ 'technicians.0.aliases': ' , Ro ,' }), [
      { ...rosa, aliases: ['Ro'] },
      bob,
    ])
    assert.deepEqual(people({ 'technicians.0.aliases': '' }), [{ ...rosa, aliases: [] }, bob])
    assert.deepEqual(people({ 'technicians.1.aliases': 'Bobby' }), [
      rosa,
      { name: 'Bob', aliases: ['Bobby'] },
    ])
    assert.deepEqual(people({ 'technicians.0.name': '' }), [bob])
    assert.deepEqual(people({ 'technicians.3.name': 'Zoe' }), [rosa, bob, { name: 'Zoe' }])
    assert.deepEqual(people({ 'technicians.4.name': 'Too many' }), undefined)
    assert.deepEqual(edit({ 'services.0.label': 'x', 'services.1.name': 'Été & Hiver 2' }), [
      {
        path: ['services'],
        value: [FULL.services[0], { id: 'ete_hiver_2', label: 'Été & Hiver 2' }],
      },
    ])
    assert.deepEqual(edit({ 'service_areas.0.name': 'New Town' }), [
      { path: ['service_areas'], value: [{ id: 'old_town', label: 'New Town', aliases: [] }] },
    ])
  })

  it('A roster has two spare rows, and no further ones are read', () => {
    const page = String(renderBusinessFields(openForm(FULL), FULL, []))
    assert.match(page, /name="technicians\.3\.name"/)
    assert.doesNotMatch(page, /name="technicians\.4\.name"/)
    assert.match(page, /name="technicians\.0\.role"/)
    assert.doesNotMatch(page, /name="services\.0\.role"/)
    const services = [{ id: 's0', label: 'S 0' }]
    const more = { 'services.2.name': 'Fits', 'services.3.name': 'Does not' }
    assert.equal((edit(more, { name: 'A', services })[0]!.value as unknown[]).length, 2)
  })

  it('A rule is written with its words, and removed when the usual one is chosen', () => {
    assert.deepEqual(
      edit({ 'verification.google.level': 'none', 'verification.google.method': ' ' }),
      [{ path: ['verification', 'google'], value: { level: 'none' } }],
    )
    assert.deepEqual(edit({ 'verification.google.level': '' }), [
      { path: ['verification', 'google'], value: undefined },
    ])
    const page = String(
      renderBusinessFields(openForm(FULL), FULL, ['direct', 'google', 'odd name']),
    )
    assert.match(
      page,
      /Rule for reviews sent to you.+The usual: not verified.+Rule for reviews from Google.+The usual: posted on that site/s,
    )
    assert.match(page, /value="platform" selected/)
    assert.deepEqual(
      [...page.matchAll(/name="verified_source" value="([^"]+)"/g)].map(([, source]) => source),
      ['direct', 'google'],
    )
  })
})
