import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;

/**
 * Megabytes of shared buffers for a machine with this many bytes of memory. A company file of a million lines takes 250;
 * an eighth of the memory leaves enough for the service and the file system cache.
 */
export function computeSharedBuffers(memory: number): number {
  return Math.min(Math.max(Math.floor(memory / 8 / MEGABYTE), 128), 512);
}

/** Memory of the machine, or the lower limit of a container. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const atHand = computeSharedBuffers(memory);

/** Settings of a small server that shares its machine with the service. */
const defaults = {
  listen_addresses: '127.0.0.1',
  // TCP only: a socket file would need a folder with a short path that both users can access.
  unix_socket_directories: '',
  max_connections: '100',
  max_logical_replication_workers: '0',
  password_encryption: 'scram-sha-256',
  // Iterations protect passwords that can be guessed. These are random, and each connection would compute thousands.
  scram_iterations: '1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',

  shared_buffers: `${atHand}MB`,
  effective_cache_size: `${4 * atHand}MB`,
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  // Queries are short, so JIT compilation and parallel workers cost more than they gain. Workers would also
  // need /dev/shm, which has only 64 MB in a container.
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

  // Log messages of the server itself. Statement errors go to the client, which logs them with the request.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  log_destination: 'stderr',
  logging_collector: 'off',
} as const;

/** `-c name=value` for each setting, overrides last. */
export function buildSettingArguments(overrides: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...defaults, ...overrides }).flatMap(([name, value]) => {
    if (!/^[a-z_][a-z0-9_.]*$/i.test(name)) throw new Error(`"${name}" is not a valid name of a PostgreSQL setting.`);
    return ['-c', `${name}=${value}`];
  });
}
