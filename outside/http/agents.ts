/** Named export from our own module, because a dynamic import of a bundled package does not provide names. */
export { Agent } from 'undici';
