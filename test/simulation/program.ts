/** Everything that runs in the simulated world, as one script. */
export { startInstance } from './instance.ts';
export { runEpisode } from './episode.ts';
