import type { NameAnswer, TestNameServer } from '../../support/name-server.ts';
import { getWorld } from '../world/install.ts';

/** Stands in for the name server of the tests: the resolvers of the simulated world ask it directly. */
export function startNameServer(): Promise<TestNameServer> {
  const { names } = getWorld();
  return Promise.resolve({
    address: '127.0.0.1:53',
    questions: names.questions,
    behave(manner: NameAnswer) {
      names.records =
        typeof manner === 'string' ? [] : manner.flatMap((record) => ('regexp' in record ? [record] : []));
    },
    close: () => Promise.resolve(),
  });
}
