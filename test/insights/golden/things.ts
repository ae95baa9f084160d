/** Texts and all services, problems and areas of the demo that they mention, by id. */

export const things: [difficulty: string, text: string, ids: string[]][] = [
  ['a service by an alias', 'They put in a new heat pump for us.', ['heat_pump_installation']],
  [
    'a service and an area',
    'New furnace for our place in Cedar Hollow.',
    ['cedar_hollow', 'furnace_installation'],
  ],
  ['the plural with a hyphen', 'Two mini-splits in the bedrooms.', ['mini_split_installation']],
  ['a slash', 'Called about an A/C repair.', ['ac_repair']],
  ['with a determiner', 'He fixed our AC on Sunday.', ['ac_repair']],
  ['shouted', 'DUCT CLEANING WAS THOROUGH', ['duct_cleaning']],
  ['an area with a point', 'They came out to St. Alban.', ['saint_alban']],
  ['an area without it', 'They came out to St Alban.', ['saint_alban']],
  ['the short area', 'Best in Millbrook.', ['millbrook_heights']],
  ['the long area counts once', 'Best in Millbrook Heights.', ['millbrook_heights']],
  ['two areas', 'They serve Fenwick and Quarry Hill.', ['fenwick', 'quarry_hill']],
  ['no heat', 'We had no heat for two days.', ['no_heat']],
  ['a dead AC', 'Our AC died in July.', ['no_cooling']],
  ['warm air', 'It was blowing warm air.', ['warm_air']],
  ['a noise', 'It made a loud grinding noise.', ['strange_noise']],
  ['gas', 'I smelled gas in the basement.', ['gas_or_co']],
  ['a thermostat', 'The thermostat went blank.', ['thermostat_fault']],
  ['service and reason', 'Our yearly tune-up went well.', ['maintenance', 'maintenance_due']],
  ['"no problem" is none', 'No problem at all.', []],
]
