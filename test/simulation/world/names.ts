import dns from 'node:dns';
import dnsPromises from 'node:dns/promises';
import type { Scheduler } from './scheduler.ts';

/** The name service of the simulated world: every host is this machine, every other name has the same records. */
export interface Names {
  readonly questions: string[];
  records: readonly { readonly regexp: string }[];
}

const SLOWEST_MS = 5;
const DEFAULTS = { order: 100, preference: 10, flags: 'U', service: 'Meta:SMP', replacement: '' };

export function installNames(scheduler: Scheduler): Names {
  const names: Names = { questions: [], records: [] };
  const answer = <T>(name: string, find: () => T): Promise<T> =>
    new Promise((resolve) => {
      scheduler.schedule(scheduler.random.next() * SLOWEST_MS, () => {
        names.questions.push(name.toLowerCase());
        resolve(Promise.resolve().then(find));
      });
    });
  const refuse = (): never => {
    throw Object.assign(new Error('no records'), { code: 'ENODATA' });
  };
  class SimulatedResolver {
    setServers(): void {}
    cancel(): void {}
    resolveNaptr(name: string): Promise<unknown> {
      return answer(name, () => names.records.map((record) => ({ ...DEFAULTS, ...record })));
    }
    resolveTxt(name: string): Promise<unknown> {
      return answer(name, refuse);
    }
  }
  Object.assign(dnsPromises, { Resolver: SimulatedResolver });
  Object.assign(dns, {
    lookup(name: string, options: unknown, done: unknown) {
      const isAll = (options as { all?: boolean } | null)?.all === true;
      const callback = (typeof options === 'function' ? options : done) as (...given: unknown[]) => void;
      const found = { address: '127.0.0.1', family: 4 };
      void answer(name, () => (isAll ? callback(null, [found]) : callback(null, found.address, found.family)));
    },
  });
  return names;
}
