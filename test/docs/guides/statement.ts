/** A statement of one payment in CAMT.053. */
const balance = (code: string, amount: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-05-20</Dt></Dt></Bal>`;

export const STATEMENT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>S-1</MsgId><CreDtTm>2026-05-21T06:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>2026-101</Id><CreDtTm>2026-05-21T06:00:00Z</CreDtTm>
<Acct><Id><IBAN>BE68539007547034</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', '0.00')}${balance('CLBD', '302.50')}
<Ntry><Amt Ccy="EUR">302.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-05-20</Dt></BookgDt><ValDt><Dt>2026-05-20</Dt></ValDt>
<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Hotel Metropole</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>V-2026-17</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
