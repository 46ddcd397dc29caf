/** By name from a module of our own, which is loaded late: of a package inside the bundle, a late import gives no names. */
export { Agent } from 'undici';
