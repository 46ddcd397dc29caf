import { expect } from 'chai';
import fc from 'fast-check';
import type { Statement } from '../../../domain/bank/statement.ts';
import { add, sum } from '../../../domain/money.ts';
import { isRefusal, type Refusal } from '../../../domain/refusal.ts';

/** Checks of what the readers of bank files give. */

type Read = readonly Statement[] | Refusal;

/** @throws if the file was refused */
export function getStatements(found: Read): readonly Statement[] {
  if (isRefusal(found)) throw new Error(JSON.stringify(found));
  return found;
}

export const getRefusedCode = (found: Read) => (isRefusal(found) ? found.code : 'it was read');

export const getRefusedPlace = (found: Read) =>
  isRefusal(found) ? [found.code, found.problems[0]!.params?.['line']] : 'it was read';

export function expectBalancesToChain(statements: readonly Statement[]): void {
  for (const { opening_balance, closing_balance, movements } of statements)
    expect(add(opening_balance, sum(movements.map(({ amount }) => amount)))).to.equal(closing_balance);
}

/** Files with changed bytes, cut off or with a part twice, and bytes that are no file: none may go wrong unnoticed. */
export function expectDamageToBeFound(read: (bytes: Uint8Array) => Read, samples: readonly Buffer[]): void {
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('change', 'cut', 'double'),
      (bytes, changes, how) => {
        const changed = Buffer.from(bytes);
        for (const [at, byte] of changes) changed[at % changed.length] = byte;
        const place = changes[0]![0] % bytes.length;
        const cut = bytes.subarray(0, place);
        const found = read({ change: changed, cut, double: Buffer.concat([bytes, bytes.subarray(place)]) }[how]);
        if (!isRefusal(found)) expectBalancesToChain(found);
      },
    ),
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => void read(bytes)));
}
