import fs from 'node:fs';
import type { Scheduler } from './scheduler.ts';

/**
 * The file system of the simulated world: real files, but one operation at a time, in the order and after the delays that
 * the seed chooses. A write may be cut short when its machine dies.
 */
export interface Disk {
  /** False while modules are loaded by the simulation itself: operations run at once. */
  isSimulated: boolean;
  /** Called before each operation with its name and arguments; throws instead of it. */
  inject: ((operation: string, given: readonly unknown[]) => void) | null;
}

type Work = (...given: unknown[]) => Promise<unknown>;
type CallbackWork = (...given: unknown[]) => void;

const CALLBACKS = [
  ...['open', 'close', 'read', 'write', 'writev', 'stat', 'lstat', 'fstat', 'readFile', 'writeFile'],
  ...['unlink', 'rename', 'mkdir', 'readdir', 'rm', 'access', 'fsync', 'utimes'],
] as const;
const SLOWEST_MS = 2;

export function installDisk(scheduler: Scheduler): Disk {
  const disk: Disk = { isSimulated: false, inject: null };
  /** Operations that consist of others run as one. */
  const run = async (act: () => Promise<unknown>): Promise<unknown> => {
    disk.isSimulated = false;
    try {
      return await act();
    } finally {
      disk.isSimulated = true;
    }
  };

  const wrap =
    (name: string, real: Work) =>
    (...given: unknown[]): Promise<unknown> =>
      !disk.isSimulated
        ? real(...given)
        : new Promise((resolve) => {
            scheduler.schedule(scheduler.random.next() * SLOWEST_MS, async () => {
              const done = perform(name, real, given);
              resolve(done);
              await done.catch(() => undefined);
            });
          });
  async function perform(name: string, real: Work, given: readonly unknown[]): Promise<unknown> {
    scheduler.trace?.(`  disk ${name}`);
    disk.inject?.(name, given);
    return run(() => real(...given));
  }

  const promises = fs.promises as unknown as Record<string, unknown>;
  const openReal = fs.promises.open.bind(fs.promises);
  for (const [name, member] of Object.entries(promises))
    if (typeof member === 'function' && name !== 'watch')
      promises[name] = wrap(name, (member as Work).bind(fs.promises));

  let isHandlePrepared = false;
  const open = wrap('open', async (...given) => {
    const handle = await openReal(...(given as Parameters<typeof openReal>));
    if (!isHandlePrepared) wrapHandle(Object.getPrototypeOf(handle) as Record<string, unknown>);
    isHandlePrepared = true;
    // A member of each handle, not of the prototype.
    const close = handle.close.bind(handle);
    return Object.assign(handle, { close: wrap('close', close) });
  });
  promises['open'] = open;

  function wrapHandle(prototype: Record<string, unknown>): void {
    const names = ['read', 'write', 'writev', 'stat', 'sync', 'datasync', 'readFile', 'writeFile', 'truncate'];
    for (const name of [...names, 'utimes', 'appendFile']) {
      const real = prototype[name] as Work;
      prototype[name] = function (this: unknown, ...given: unknown[]) {
        return wrap(name, (...own) => real.apply(this, own))(...given);
      };
    }
  }

  const callbacks = fs as unknown as Record<string, CallbackWork>;
  for (const name of CALLBACKS) {
    const real = callbacks[name]!.bind(fs);
    callbacks[name] = (...given) => {
      const done = given.at(-1);
      if (typeof done !== 'function' || !disk.isSimulated) return real(...given);
      scheduler.schedule(
        scheduler.random.next() * SLOWEST_MS,
        () =>
          new Promise<void>((resolve) => {
            const finish = (...results: unknown[]): void => {
              disk.isSimulated = true;
              (done as CallbackWork)(...results);
              resolve();
            };
            try {
              scheduler.trace?.(`  disk ${name}`);
              disk.inject?.(name, given);
            } catch (error) {
              return finish(error);
            }
            disk.isSimulated = false;
            real(...given.slice(0, -1), finish);
          }),
      );
    };
  }
  return disk;
}
