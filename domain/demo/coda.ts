import type { PlainDate } from '../dates.ts';
import { absolute, add, isNegative, sum, type SignedAmount } from '../money.ts';

/** A bank statement as sent by the bank: CODA 2.x, records of 128 characters. */
export interface CodaStatement {
  readonly iban: string;
  readonly holder: string;
  /** From 1 in each year. */
  readonly number: number;
  readonly openedOn: PlainDate;
  readonly closedOn: PlainDate;
  readonly openingBalance: SignedAmount;
  readonly movements: readonly CodaMovement[];
}

export interface CodaMovement {
  readonly date: PlainDate;
  readonly amount: SignedAmount;
  readonly counterpart: string;
  readonly iban: string | null;
  readonly communication: string;
}

export const computeClosingBalance = ({ openingBalance, movements }: CodaStatement): SignedAmount =>
  add(openingBalance, sum(movements.map(({ amount }) => amount)));

export function writeCoda(statement: CodaStatement): string {
  const { iban, holder, openedOn, closedOn, openingBalance, movements } = statement;
  const number = String(statement.number).padStart(3, '0');
  const account = `${iban.padEnd(34)}EUR`;
  const closing = computeClosingBalance(statement);
  const header = buildRecord(
    [1, '00000'],
    [6, formatDay(closedOn)],
    [12, '999'],
    [15, '05'],
    [35, toAscii(holder, 26)],
    [84, '00000'],
    [128, '2'],
  );
  const body = [
    buildRecord(
      [1, `12${number}`],
      [6, account],
      [43, formatSign(openingBalance)],
      [44, formatThousandths(openingBalance)],
      [59, formatDay(openedOn)],
      [65, toAscii(holder, 26)],
      [126, number],
    ),
    ...movements.flatMap((movement, index) => buildMovementRecords(movement, index + 1, number)),
    buildRecord(
      [1, `8${number}`],
      [5, account],
      [42, formatSign(closing)],
      [43, formatThousandths(closing)],
      [58, formatDay(closedOn)],
      [128, '0'],
    ),
  ];
  const amounts = movements.map(({ amount }) => amount);
  const trailer = buildRecord(
    [1, '9'],
    [17, String(body.length).padStart(6, '0')],
    [23, formatThousandths(sum(amounts.filter(isNegative)))],
    [38, formatThousandths(sum(amounts.filter((amount) => !isNegative(amount))))],
    [128, '2'],
  );
  return `${[header, ...body, trailer].join('\r\n')}\r\n`;
}

function buildMovementRecords(
  { date, amount, counterpart, iban, communication }: CodaMovement,
  place: number,
  number: string,
): string[] {
  const at = `${String(place).padStart(4, '0')}0000`;
  return [
    buildRecord(
      [1, `21${at}`],
      [11, `DEMO${at}`],
      [32, formatSign(amount)],
      [33, formatThousandths(amount)],
      [48, formatDay(date)],
      [54, '00150000'],
      [62, '0'],
      [63, toAscii(communication, 53)],
      [116, formatDay(date)],
      [122, number],
      [125, '0'],
      [126, '1'],
      [128, '0'],
    ),
    buildRecord([1, `23${at}`], [11, iban ?? ''], [48, toAscii(counterpart, 35)], [126, '0'], [128, '0']),
  ];
}

/** Positions count from 1. */
function buildRecord(...parts: readonly (readonly [place: number, text: string])[]): string {
  let line = ' '.repeat(128);
  for (const [place, text] of parts) line = line.slice(0, place - 1) + text + line.slice(place - 1 + text.length);
  return line;
}

const formatDay = (date: PlainDate): string => date.slice(8, 10) + date.slice(5, 7) + date.slice(2, 4);
const formatSign = (amount: SignedAmount): string => (isNegative(amount) ? '1' : '0');
const formatThousandths = (amount: SignedAmount): string => `${absolute(amount).replace('.', '')}0`.padStart(15, '0');

/** Banks write letters without accents. */
const toAscii = (text: string, most: number): string =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, (letter) => (/\p{M}/u.test(letter) ? '' : ' '))
    .slice(0, most);
