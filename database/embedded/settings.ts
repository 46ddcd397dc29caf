import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;

/**
 * Megabytes of tables that the server keeps at hand, of so many bytes of memory that the machine has. A company file of a million
 * lines takes 250; an eighth of the machine leaves room for the service, and for the cache of the system behind it.
 */
export function megabytesAtHand(memory: number): number {
  return Math.min(Math.max(Math.floor(memory / 8 / MEGABYTE), 128), 512);
}

/** Of the machine, or less where a container allows less. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const atHand = megabytesAtHand(memory);

/** Settings of a small server that shares its machine with the service. */
const defaults = {
  listen_addresses: '127.0.0.1',
  // TCP alone: a socket file would need a folder that both users can enter, with a short path.
  unix_socket_directories: '',
  max_connections: '100',
  max_logical_replication_workers: '0',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',

  shared_buffers: `${atHand}MB`,
  effective_cache_size: `${4 * atHand}MB`,
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  // Queries are short; compiling them, or spreading them over workers, costs more than it gains. Workers would also
  // need /dev/shm, of which a container has only 64 MB.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',

  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  min_wal_size: '80MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
  checkpoint_completion_target: '0.9',

  // What the server tells of itself. An error of a statement goes to the client, who logs it with its request.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  log_destination: 'stderr',
  logging_collector: 'off',
} as const;

/** `-c name=value` for each setting, the caller's own last. */
export function settingArguments(overrides: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...defaults, ...overrides }).flatMap(([name, value]) => {
    if (!/^[a-z_][a-z0-9_.]*$/i.test(name)) throw new Error(`"${name}" is not the name of a PostgreSQL setting.`);
    return ['-c', `${name}=${value}`];
  });
}
