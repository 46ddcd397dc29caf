import type { Movement, Statement } from '../../domain/bank/statement.ts';
import { formatOverpunched } from '../../domain/bank/cfonb/overpunch.ts';
import { add, isNegative, sum, absolute } from '../../domain/money.ts';

/** Files of banks as tests need them, written by their own hands: what is read is held against what was written. */

/** Places are counted from 1. */
export function buildRecord(length: number, ...parts: readonly (readonly [place: number, text: string])[]): string {
  let line = ' '.repeat(length);
  for (const [place, text] of parts) line = line.slice(0, place - 1) + text + line.slice(place - 1 + text.length);
  if (line.length !== length) throw new Error(`A record of ${line.length} characters: ${line}`);
  return line;
}

const toShortDate = (date: string): string => date.slice(8, 10) + date.slice(5, 7) + date.slice(2, 4);
const toSign = (amount: string): string => (isNegative(amount) ? '1' : '0');
const toMils = (amount: string): string => `${absolute(amount).replace('.', '')}0`.padStart(15, '0');
const padToFour = (value: number): string => String(value).padStart(4, '0');

export interface WrittenStatement {
  readonly iban: string;
  readonly number: string;
  readonly opening_date: string;
  readonly closing_date: string;
  readonly opening_balance: string;
  readonly movements: readonly WrittenMovement[];
  readonly currency?: string;
}

export interface WrittenMovement extends Pick<Movement, 'amount' | 'entry_date' | 'value_date'> {
  readonly communication?: string;
  readonly structured_communication?: string;
  readonly counterpart_name?: string;
  readonly counterpart_iban?: string;
  readonly counterpart_bic?: string;
  readonly end_to_end_id?: string;
  /** Eight digits. */
  readonly bank_code?: string;
  /** Where given, the movement is a total of these. */
  readonly details?: readonly WrittenMovement[];
  /** Free text of information records. */
  readonly information?: string;
}

export const computeClosingBalance = ({ opening_balance, movements }: WrittenStatement): string =>
  add(opening_balance, sum(movements.map(({ amount }) => amount)));

/** The lines of one logical file, from header to trailer. */
export function buildCodaLines(statement: WrittenStatement): string[] {
  const { iban, number, movements, opening_balance, currency = 'EUR' } = statement;
  const account = `${iban.padEnd(34)}${currency}`;
  const padded = number.padStart(3, '0');
  const body = [
    buildRecord(
      128,
      [1, `12${padded}`],
      [6, account],
      [43, toSign(opening_balance)],
      [44, toMils(opening_balance)],
      [59, toShortDate(statement.opening_date)],
      [65, 'HOLDER'],
      [126, padded],
    ),
    ...movements.flatMap((movement, index) => buildMovementLines(movement, index + 1, padded)),
    buildRecord(
      128,
      [1, `8${padded}`],
      [5, account],
      [42, toSign(computeClosingBalance(statement))],
      [43, toMils(computeClosingBalance(statement))],
      [58, toShortDate(statement.closing_date)],
      [128, '0'],
    ),
  ];
  const out = movements.map(({ amount }) => amount).filter(isNegative);
  const into = movements.map(({ amount }) => amount).filter((amount) => !isNegative(amount));
  return [
    buildRecord(
      128,
      [1, `0000${'0'}`],
      [6, toShortDate(statement.closing_date)],
      [12, '725'],
      [15, '05'],
      [61, 'KREDBEBB'],
      [84, '00000'],
      [128, '2'],
    ),
    ...body,
    buildRecord(
      128,
      [1, '9'],
      [17, String(body.length).padStart(6, '0')],
      [23, toMils(sum(out))],
      [38, toMils(sum(into))],
      [128, '2'],
    ),
  ];
}

function buildMovementLines(movement: WrittenMovement, sequence: number, statementNumber: string): string[] {
  const { details = [] } = movement;
  let detail = 0;
  const write = (one: WrittenMovement, code: string): string[] => {
    const lines = buildMovement(one, `${padToFour(sequence)}${padToFour(detail)}`, code, statementNumber);
    detail += 1;
    const texts = one.information?.match(/.{1,73}/gs) ?? [];
    const information = texts.map((text) => {
      const line = buildRecord(
        128,
        [1, `31${padToFour(sequence)}${padToFour(detail)}`],
        [32, code],
        [40, '0'],
        [41, text],
        [126, '0 0'],
      );
      detail += 1;
      return line;
    });
    return [...lines, ...information];
  };
  const code = movement.bank_code ?? (details.length > 0 ? '10150000' : '00150000');
  return [...write(movement, code), ...details.flatMap((one) => write(one, one.bank_code ?? '50150000'))];
}

function buildMovement(movement: WrittenMovement, place: string, code: string, statementNumber: string): string[] {
  const { amount, communication = '', structured_communication: structured } = movement;
  const text = structured === undefined ? communication.padEnd(149) : `101${structured}`.padEnd(149);
  const second =
    text.slice(53, 106).trim() !== '' || movement.end_to_end_id !== undefined || movement.counterpart_bic !== undefined;
  const third =
    text.slice(106).trim() !== '' || movement.counterpart_name !== undefined || movement.counterpart_iban !== undefined;
  return [
    buildRecord(
      128,
      [1, `21${place}`],
      [11, 'REF'],
      [32, toSign(amount)],
      [33, toMils(amount)],
      [48, toShortDate(movement.value_date)],
      [54, code],
      [62, structured === undefined ? '0' : '1'],
      [63, text.slice(0, 53)],
      [116, toShortDate(movement.entry_date)],
      [122, statementNumber],
      [125, '0'],
      [126, second || third ? '1' : '0'],
      [128, '0'],
    ),
    ...(second
      ? [
          buildRecord(
            128,
            [1, `22${place}`],
            [11, text.slice(53, 106)],
            [64, movement.end_to_end_id ?? ''],
            [99, movement.counterpart_bic ?? ''],
            [126, third ? '1' : '0'],
            [128, '0'],
          ),
        ]
      : []),
    ...(third
      ? [
          buildRecord(
            128,
            [1, `23${place}`],
            [11, movement.counterpart_iban ?? ''],
            [48, movement.counterpart_name ?? ''],
            [83, text.slice(106)],
            [126, '0'],
            [128, '0'],
          ),
        ]
      : []),
  ];
}

export const buildCodaFile = (...statements: readonly WrittenStatement[]): string =>
  `${statements.flatMap(buildCodaLines).join('\r\n')}\r\n`;

export function buildCfonbFile({ number: _, iban, movements, ...statement }: WrittenStatement): string {
  const [bank, branch, account] = [iban.slice(4, 9), iban.slice(9, 14), iban.slice(14, 25)];
  const line = (kind: string, date: string, amount: string, ...more: readonly (readonly [number, string])[]) =>
    buildRecord(
      120,
      [1, kind],
      [3, bank],
      [12, branch],
      [17, 'EUR2'],
      [22, account],
      [35, toShortDate(date)],
      [91, formatOverpunched(amount, 14)],
      ...more,
    );
  const written = { ...statement, iban, number: '', movements };
  return [
    line('01', statement.opening_date, statement.opening_balance),
    ...movements.flatMap((movement) => [
      line(
        '04',
        movement.entry_date,
        movement.amount,
        [33, movement.bank_code ?? '05'],
        [43, toShortDate(movement.value_date)],
        [49, movement.communication?.slice(0, 31) ?? ''],
        [82, '0000001'],
      ),
      ...(movement.counterpart_name === undefined
        ? []
        : [
            buildRecord(
              120,
              [1, '05'],
              [3, bank],
              [12, branch],
              [17, 'EUR2'],
              [22, account],
              [46, 'NPY'],
              [49, movement.counterpart_name],
            ),
          ]),
    ]),
    line('07', statement.closing_date, computeClosingBalance(written)),
    '',
  ].join('\n');
}

/** One or several statements. Each movement is an entry that contains its details. */
export function buildCamtFile(version: '02' | '04' | '08', ...statements: readonly WrittenStatement[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>${statements
    .map((statement) => buildCamtStatement(statement, version))
    .join('')}</BkToCstmrStmt></Document>`;
}

const toDirection = (amount: string): string => `<CdtDbtInd>${isNegative(amount) ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

function buildCamtStatement(statement: WrittenStatement, version: string): string {
  const { iban, number, currency = 'EUR' } = statement;
  const amount = (value: string) => `<Amt Ccy="${currency}">${absolute(value)}</Amt>${toDirection(value)}`;
  const balance = (code: string, value: string, date: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value)}<Dt><Dt>${date}</Dt></Dt></Bal>`;
  const entry = (movement: WrittenMovement) =>
    `<Ntry>${amount(movement.amount)}<Sts>${
      version === '08' ? '<Cd>BOOK</Cd>' : 'BOOK'
    }</Sts><BookgDt><Dt>${movement.entry_date}</Dt></BookgDt><ValDt><Dt>${movement.value_date}</Dt></ValDt><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls>${(
      movement.details ?? [movement]
    )
      .map((one) => details(one, movement.details !== undefined))
      .join('')}</NtryDtls></Ntry>`;
  const details = (one: WrittenMovement, isPart: boolean) => {
    const side = isNegative(one.amount) ? 'Cdtr' : 'Dbtr';
    const name = version === '08' ? `<Pty><Nm>${one.counterpart_name}</Nm></Pty>` : `<Nm>${one.counterpart_name}</Nm>`;
    const own = `<AmtDtls><TxAmt><Amt Ccy="${currency}">${absolute(one.amount)}</Amt></TxAmt></AmtDtls>`;
    const remittance =
      one.structured_communication === undefined
        ? `<Ustrd>${one.communication ?? ''}</Ustrd>`
        : `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>BBA</Issr></Tp><Ref>${one.structured_communication}</Ref></CdtrRefInf></Strd>`;
    return `<TxDtls><Refs><EndToEndId>${one.end_to_end_id ?? 'NOTPROVIDED'}</EndToEndId></Refs>${isPart ? own : ''}<RltdPties><${side}>${name}</${side}><${side}Acct><Id><IBAN>${one.counterpart_iban ?? 'BE62510007547061'}</IBAN></Id></${side}Acct></RltdPties><RmtInf>${remittance}</RmtInf></TxDtls>`;
  };
  return `<Stmt><Id>${number}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>${balance('OPBD', statement.opening_balance, statement.opening_date)}${balance('CLBD', computeClosingBalance(statement), statement.closing_date)}${statement.movements.map(entry).join('')}</Stmt>`;
}

/** The number that a reader finds in a file written from this statement. */
export const getStatementNumber = ({ number }: Statement): string => number;
