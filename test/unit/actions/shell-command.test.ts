import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createShellCommand, DEFAULT_PLACES } from '../../../src/actions/shell-command.ts'

describe('A command for the shell', () => {
  it('A command names its arguments, quoted where a shell needs it, and nothing that is usual', () => {
    const command = createShellCommand(DEFAULT_PLACES)
    assert.equal(
      command('list', '--max-rating', '2'),
      'npx --no-install firsthand list --max-rating 2',
    )
    assert.equal(
      command('reply', 'ID', "It's fine"),
      "npx --no-install firsthand reply ID 'It'\\''s fine'",
    )
  })

  it('A command acts on another database and business file, where it takes one', () => {
    const command = createShellCommand({
      databaseUrl: 'sqlite:my shop.db',
      businessFile: 'shop.json',
    })
    assert.equal(
      command('list'),
      "npx --no-install firsthand list --database-url 'sqlite:my shop.db'",
    )
    assert.equal(
      command('check'),
      "npx --no-install firsthand check --database-url 'sqlite:my shop.db' --business-file shop.json",
    )
  })

  it('A command never shows the password of a database', () => {
    const databaseUrl = 'postgres://ada:secret@db.example/reviews'
    const command = createShellCommand({ ...DEFAULT_PLACES, databaseUrl })
    assert.equal(command('list'), 'npx --no-install firsthand list --database-url "$DATABASE_URL"')
  })
})
