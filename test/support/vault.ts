import type pg from 'pg';
import type { EventLog } from '../../eventlog/port.ts';
import { createLocalKeyWrap, type KeyWrap } from '../../stores/vault/key-wrap.ts';
import { openSealedLog } from '../../stores/vault/opened-log.ts';
import { openVault } from '../../stores/vault/vault.ts';

/** The key of services that tests start, unless they choose another. */
export const TEST_APP_KEY = 'a key of the tests, which signs links';
const OTHER_KEY = 'a key of the tests, which seals secrets';

/** Opens what services of the tests have sealed, whichever of their keys they use. */
function createTestKeyWrap(): KeyWrap {
  const wraps = [TEST_APP_KEY, OTHER_KEY].map(createLocalKeyWrap);
  return {
    wrap: (keys) => wraps[0]!.wrap(keys),
    unwrap: (keys) =>
      Promise.all(
        keys.map(async (key) => {
          for (const wrap of wraps) {
            const [plain] = await wrap.unwrap([key]);
            if (plain) return plain;
          }
          return null;
        }),
      ),
  };
}

/** The log as the service reads it: one that was opened past the service still has its personal values sealed. */
export function openTestLog(pool: pg.Pool, log: EventLog): { readonly log: EventLog; readonly close: () => void } {
  if (log.stored) return { log, close: () => undefined };
  const vault = openVault({ pool, wrap: createTestKeyWrap() });
  return { log: openSealedLog(log, vault), close: () => vault.close() };
}
