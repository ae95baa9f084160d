/** A module of its own, so that it can be loaded when the first text needs it. */
export { eld } from 'eld/extrasmall'
