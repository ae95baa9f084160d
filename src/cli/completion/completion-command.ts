/** The definition of `firsthand completion`. */
import { Argument } from 'commander'
import type { DefineCommand } from '../base/command.ts'

export const defineCompletion: DefineCommand = (program, { process }) => {
  program
    .command('completion')
    .description('print the script that lets a shell complete commands and options')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', HELP_END)
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { renderCompletion } = await import('./completion-scripts.ts')
      process.stdout.write(renderCompletion(program, shell))
    })
}

const HELP_END = `
  bash:  firsthand completion bash > ~/.local/share/bash-completion/completions/firsthand
  zsh:   firsthand completion zsh > ~/.zfunc/_firsthand     (a folder of your fpath)
  fish:  firsthand completion fish > ~/.config/fish/completions/firsthand.fish
`
