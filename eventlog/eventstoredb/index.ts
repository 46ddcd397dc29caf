/** Loaded only if the log is in EventStoreDB, because its client is slow to load. */
export { openEventStoreDbLog } from './log.ts';
export { openEventStoreDbRegister } from './register.ts';
