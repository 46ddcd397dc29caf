/** Loaded only where the log is in EventStoreDB: its client takes a while. */
export { openEventStoreDbLog } from './log.ts';
export { openEventStoreDbRegister } from './register.ts';
