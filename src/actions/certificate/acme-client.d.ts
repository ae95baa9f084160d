/** Parts of acme-client. Its main file would also load an older implementation of its cryptography, a third of its size. */
declare module 'acme-client/src/client.js' {
  import { Client } from 'acme-client'
  export default Client
}
declare module 'acme-client/src/crypto/index.js' {
  import { crypto } from 'acme-client'
  export default crypto
}
