import type { TruePayment } from './known-truth.ts';

const euros = (cents: number): string => (cents / 100).toFixed(2);
const escaped = (text: string): string => text.replace(/[<&]/g, '');

/** A statement with these payments, as CAMT.053 has them; `day` is of January 2026. */
export function camtFile(iban: string, payments: readonly TruePayment[], day: number): string {
  const date = `2026-01-${String(day).padStart(2, '0')}`;
  const total = payments.reduce((sum, { cents }) => sum + cents, 0);
  const balance = (type: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;
  const entries = payments.map(({ cents, communication, structured, name, iban: from }) => {
    const remittance =
      structured === null
        ? `<Ustrd>${escaped(communication ?? '')}</Ustrd>`
        : `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>BBA</Issr></Tp><Ref>${structured}</Ref></CdtrRefInf></Strd>`;
    const account = from === null ? '' : `<DbtrAcct><Id><IBAN>${from}</IBAN></Id></DbtrAcct>`;
    return `<Ntry><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${escaped(name ?? '')}</Nm></Pty></Dbtr>${account}</RltdPties><RmtInf>${remittance}</RmtInf></TxDtls></NtryDtls></Ntry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${day}</MsgId><CreDtTm>${date}T00:00:00</CreDtTm></GrpHdr><Stmt><Id>${day}</Id><ElctrncSeqNb>${day}</ElctrncSeqNb><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', 0)}${balance('CLBD', total)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
}
