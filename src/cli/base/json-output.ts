/** The result of a command: JSON for programs, text for people. */

type Output = Pick<NodeJS.Process, 'stdout'>

export const writeJson = ({ stdout }: Output, data: unknown) =>
  stdout.write(`${JSON.stringify(data, null, 2)}\n`)

export function printResult(
  output: Output,
  json: boolean | undefined,
  data: unknown,
  text: () => string,
): void {
  if (json) writeJson(output, data)
  else output.stdout.write(text())
}
