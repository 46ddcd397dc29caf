/** A large statement as a bank sends it. Three records a movement: amount, references, counterpart. */

const at = (...parts: readonly (readonly [place: number, text: string])[]): string => {
  let line = ' '.repeat(128);
  for (const [place, text] of parts) line = line.slice(0, place - 1) + text + line.slice(place - 1 + text.length);
  return line;
};

const digits = (value: number, length: number): string => String(value).padStart(length, '0');
/** CODA counts movements in four digits: more come in several statements. */
const A_STATEMENT = 5_000;

/** `count` payments of one to a hundred euro that came in; `day` tells files apart. */
export function codaFile(iban: string, count: number, day: number): string {
  const account = `${iban.padEnd(34)}EUR`;
  const date = `${digits((day % 28) + 1, 2)}0126`;
  const lines: string[] = [];
  let balance = 0;
  for (let first = 0; first < count; first += A_STATEMENT) {
    const number = digits(1 + first / A_STATEMENT, 3);
    const length = Math.min(A_STATEMENT, count - first);
    const [before, start] = [balance, lines.length];
    lines.push(
      at([1, '00000'], [6, date], [12, '725'], [15, '05'], [61, 'KREDBEBB'], [84, '00000'], [128, '2']),
      at([1, `12${number}`], [6, account], [43, `0${digits(balance * 10, 15)}`], [59, date], [126, number]),
    );
    for (let index = 0; index < length; index += 1) {
      const cents = 100 + ((first + index) % 9_900);
      const place = `${digits(index + 1, 4)}0000`;
      balance += cents;
      const text = `FACTURE 2026-${digits(first + index, 5)} REF ${day} MERCI`;
      lines.push(
        at(
          [1, `21${place}`],
          [11, `REF${first + index}`],
          [32, `0${digits(cents * 10, 15)}`],
          [48, date],
          [54, '001500000'],
          [63, text],
          [116, date],
          [122, `${number}01 0`],
        ),
        at([1, `22${place}`], [64, `E2E-${day}-${first + index}`], [99, 'GEBABEBB'], [126, '1 0']),
        at([1, `23${place}`], [11, 'BE62510007547061'], [48, `CLIENT ${(first + index) % 700} SA`], [126, '0 0']),
      );
    }
    lines.push(at([1, `8${number}`], [5, account], [42, `0${digits(balance * 10, 15)}`], [58, date], [128, '0']));
    const records = lines.length - start - 1;
    lines.push(
      at(
        [1, '9'],
        [17, digits(records, 6)],
        [23, digits(0, 15)],
        [38, digits((balance - before) * 10, 15)],
        [128, '2'],
      ),
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}
