import type { Core } from '../../../service/core.ts';
import { BEGINNING, getStoredLog, type EventLog, type RecordedEvent } from '../../../eventlog/port.ts';
import { createEpochSigner, type SignedEpoch } from '../../../stores/history/epoch.ts';
import { findSealedParts } from '../../../stores/vault/sealed-data.ts';
import type { PersonalKey } from '../../../stores/vault/personal-key.ts';
import { collectPersons } from '../../privacy/clear-values.ts';
import { UserMistake } from '../../script.ts';
import { examineOldLog, type OldLog } from './old-log.ts';
import { createRenewer, listMissingKeys, type Renewal } from './renewal.ts';

/** The log as it reads in its new epoch. It is computed while it is read, always with the same result. */
export interface RenewedLog {
  readonly old: OldLog;
  /** Events with sealed fields, as far as the log was read for the first time. */
  countSealed(): number;
  readAll(batchSize: number): AsyncGenerator<readonly RecordedEvent[]>;
  readonly findKey: (id: string) => PersonalKey | null | undefined;
  /** For the copy to another place. */
  readonly log: EventLog;
}

export async function openRenewedLog(
  { log, vault }: Pick<Core, 'log' | 'vault'>,
  appKey: string,
  tell: (text: string) => void,
): Promise<RenewedLog> {
  const stored = getStoredLog(log);
  const old = await examineOldLog(stored, tell);
  const keys = new Map<string, PersonalKey | null>();
  const renewal: Renewal = {
    persons: await collectPersons(log, tell),
    getEpoch: createEpochs(old, appKey),
    findKey: (id) => keys.get(id),
  };
  const sealed = { count: 0, upTo: BEGINNING };

  async function* readAll(batchSize: number): AsyncGenerator<readonly RecordedEvent[]> {
    const renew = createRenewer(renewal);
    for await (const batch of stored.readAll(BEGINNING, batchSize)) {
      await createMissingKeys(vault, renewal, batch, keys);
      const renewed = batch.map(renew);
      for (const { data, position } of renewed)
        if (position > sealed.upTo) {
          sealed.upTo = position;
          if (findSealedParts(data)) sealed.count += 1;
        }
      yield renewed;
    }
  }
  return {
    old,
    countSealed: () => sealed.count,
    readAll,
    findKey: renewal.findKey,
    log: {
      ...stored,
      readAll(after, batchSize = 500) {
        if (after === BEGINNING) return readAll(batchSize);
        throw new UserMistake('Something was written to the log meanwhile: stop the service, and run this again');
      },
    },
  };
}

/** Names of outsiders are part of the ids of their keys, under a key that must exist first: hence more than one round. */
async function createMissingKeys(
  vault: Core['vault'],
  renewal: Renewal,
  events: readonly RecordedEvent[],
  keys: Map<string, PersonalKey | null>,
): Promise<void> {
  for (let missing = listMissingKeys(renewal, events); missing.size > 0; missing = listMissingKeys(renewal, events))
    for (const [id, key] of await vault.createKeys([...missing])) keys.set(id, key);
}

/** The same statement whenever the same log is renewed, so that an interrupted copy can continue. */
function createEpochs({ ends, epochs, recordedAt }: OldLog, appKey: string): (stream: string) => SignedEpoch {
  const signer = createEpochSigner(appKey);
  return (stream) => {
    const end = ends.get(stream);
    return signer.signEpoch(stream, {
      number: (epochs.get(stream) ?? 1) + 1,
      revision: end?.revision ?? 0,
      previous_hash: end?.hash ?? '',
      sealed_at: recordedAt,
    });
  };
}
