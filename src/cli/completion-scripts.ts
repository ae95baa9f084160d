/** `firsthand completion`: scripts for bash, zsh and fish, made from the definitions of the commands. */
import { readFileSync } from 'node:fs'
import type { Command, Option } from 'commander'
import { codeFile } from '../package/package-files.ts'
import { EXIT } from './base/result.ts'

const RENDERERS = { bash: renderBash, zsh: renderZsh, fish: renderFish }

export async function printCompletion(
  shell: keyof typeof RENDERERS,
  _options: object,
  { stdout }: Pick<NodeJS.Process, 'stdout'>,
  program: Command,
): Promise<number> {
  stdout.write(RENDERERS[shell](program.commands.map(describeCommand)))
  return EXIT.done
}

type CompletedCommand = ReturnType<typeof describeCommand>
type CompletedOption = ReturnType<typeof describeOption>

function describeCommand(command: Command) {
  return {
    name: command.name(),
    help: command.description(),
    options: [
      ...command.options.filter(({ hidden, long }) => !hidden && long).map(describeOption),
      { flag: '--help', help: 'display help for command', takesValue: false, choices: [] },
    ],
    /** What its first argument may be, if that is a closed list. */
    choices: command.registeredArguments[0]?.argChoices ?? [],
  }
}

const describeOption = ({ long, description, required, optional, argChoices }: Option) => ({
  /** --min-rating */
  flag: long!,
  help: description,
  takesValue: required || optional,
  choices: (argChoices ?? []) as readonly string[],
})

/** Each %name% in the script of a shell stands for what is made from the commands. */
const fill = (shell: 'bash' | 'zsh', parts: Record<string, string>) =>
  readFileSync(codeFile(`cli/completion.${shell}`), 'utf8').replace(
    /%(\w+)%/g,
    (_, name: string) => parts[name]!,
  )

function renderBash(commands: CompletedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, choices }) => `    ${name}:${flag}) ${bashReply(choices)}; return ;;`),
  )
  const words = commands.map(
    ({ name, options, choices }) =>
      `    ${name}) options="${options.map(({ flag }) => flag).join(' ')}"; arguments="${choices.join(' ')}" ;;`,
  )
  const names = commands.map(({ name }) => name).join(' ')
  return fill('bash', { names, values: values.join('\n'), words: words.join('\n') })
}

/** A value without a closed list may be a file. */
const bashReply = (choices: readonly string[]) =>
  choices.length > 0
    ? `COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$current"))`
    : 'COMPREPLY=($(compgen -f -- "$current"))'

function renderZsh(commands: CompletedCommand[]): string {
  const list = commands.map(({ name, help }) => `    ${quote(`${escapeColons(name)}:${help}`)}`)
  const cases = commands.map(({ name, options, choices }) => {
    const specs = [
      ...options.map(zshOption),
      choices.length > 0 ? quote(`1:argument:(${choices.join(' ')})`) : quote('*:file:_files'),
    ]
    return `    ${name}) _arguments ${specs.join(' ')} ;;`
  })
  return fill('zsh', { list: list.join('\n'), cases: cases.join('\n') })
}

function zshOption({ flag, help, takesValue, choices }: CompletedOption): string {
  const value =
    choices.length > 0 ? `:value:(${choices.join(' ')})` : takesValue ? ':value:_files' : ''
  return quote(`${flag}[${help.replace(/[[\]:\\]/g, '\\$&')}]${value}`)
}

const escapeColons = (text: string) => text.replaceAll(':', '\\:')

function renderFish(commands: CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, help, options, choices }) => [
    `complete -c firsthand -n __fish_use_subcommand -f -a ${name} -d ${fishQuote(help)}`,
    ...(choices.length > 0 ? [`${fishWithin(name)} -f -a ${fishQuote(choices.join(' '))}`] : []),
    ...options.map(
      ({ flag, help, takesValue, choices }) =>
        `${fishWithin(name)} -l ${flag.slice(2)}${fishValue(takesValue, choices)} -d ${fishQuote(help)}`,
    ),
  ])
  return `# Completion of firsthand for fish.\n${lines.join('\n')}\n`
}

const fishWithin = (name: string) =>
  `complete -c firsthand -n ${fishQuote(`__fish_seen_subcommand_from ${name}`)}`

const fishValue = (takesValue: boolean, choices: readonly string[]) =>
  choices.length > 0 ? ` -x -a ${fishQuote(choices.join(' '))}` : takesValue ? ' -r' : ''

/** Inside single quotes, a shell reads nothing but the quote itself. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const fishQuote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
