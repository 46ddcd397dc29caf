/** A French file of entries as large as is asked for: sales of four lines, customers among a thousand, paid ones lettered. */

const HEADER =
  'JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\tCompteLib\tCompAuxNum\tCompAuxLib\tPieceRef\tPieceDate\tEcritureLib\tDebit\tCredit\tEcritureLet\tDateLet\tValidDate\tMontantdevise\tIdevise\r\n';
const LINES = 4;
const CUSTOMERS = 1_000;
const ENTRIES_OF_A_PIECE = 2_000;

/** In pieces, so that whoever sends it need not hold it. */
export function* fecFile(lines: number, year: number): Generator<string> {
  yield HEADER;
  const entries = Math.ceil(lines / LINES);
  for (let first = 1; first <= entries; first += ENTRIES_OF_A_PIECE) {
    let piece = '';
    for (let number = first; number < first + ENTRIES_OF_A_PIECE && number <= entries; number += 1)
      piece += entry(number, number / entries, year);
    yield piece;
  }
}

function entry(number: number, share: number, year: number): string {
  const day = new Date(Date.UTC(year, 0, 1 + Math.floor(share * 364))).toISOString().slice(0, 10).replaceAll('-', '');
  const customer = `C${1 + ((number * 7) % CUSTOMERS)}`;
  const net = 100 + (number % 900);
  // Every other entry is what was paid for the one before.
  const isPayment = number % 2 === 0;
  const whose = isPayment ? `C${1 + (((number - 1) * 7) % CUSTOMERS)}` : customer;
  const paid = 100 + ((number - 1) % 900);
  const letter = `L${isPayment ? number - 1 : number}`;
  const words = isPayment ? `Règlement de ${whose}` : `Facture de ${whose}`;
  const journal = isPayment ? 'BQ\tBanque' : 'VT\tVentes';
  const line = (
    account: string,
    name: string,
    party: string,
    debit: number,
    credit: number,
    lettered: string,
  ): string =>
    `${journal}\t${number}\t${day}\t${account}\t${name}\t${party}\tP${number}\t${day}\t${words}\t${debit},00\t${credit},00\t${lettered}\t${day}\t\t\r\n`;
  const party = `${whose}\tClient ${whose}`;
  const settled = `${letter}\t${day}`;
  return isPayment
    ? line('512000', 'Banque', '\t', paid + 20, 0, '\t') +
        line('411000', 'Clients', party, 0, paid + 20, settled) +
        line('627000', 'Services bancaires', '\t', 1, 0, '\t') +
        line('512000', 'Banque', '\t', 0, 1, '\t')
    : line('411000', 'Clients', party, net + 20, 0, settled) +
        line('706000', 'Prestations', '\t', 0, net - 50, '\t') +
        line('707000', 'Marchandises', '\t', 0, 50, '\t') +
        line('445711', 'TVA collectée', '\t', 0, 20, '\t');
}
