/** Encrypted files that open in a moment: to make guessing slow is most of what a test of backups would do otherwise. */
import { after, before, mock } from 'node:test'
import { Encrypter } from 'age-encryption'

const LITTLE_WORK = 10

/** Call it in the body of `describe`, for files that its tests make in this process. */
export function useQuickPassphrases(): void {
  const { setScryptWorkFactor } = Encrypter.prototype
  before(() => {
    mock.method(Encrypter.prototype, 'setScryptWorkFactor', function (this: Encrypter) {
      setScryptWorkFactor.call(this, LITTLE_WORK)
    })
  })
  after(() => mock.restoreAll())
}
