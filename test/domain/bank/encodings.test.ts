import { expect } from 'chai';
import { readCfonb } from '../../../domain/bank/cfonb/read-cfonb.ts';
import { readCoda } from '../../../domain/bank/coda/read-coda.ts';
import { decodeBankText, detectEncoding, readLines } from '../../../domain/bank/text-lines.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { readCsv } from '../../../outside/integrations/rows.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { buildCfonbFile, buildCodaFile } from '../../support/bank-files.ts';

/** Characters of the bytes from 0x80 on, written down and not computed; five bytes of windows-1252 are controls. */
const LATIN =
  ' ¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ'.replace(
    /^ /,
    '\u00a0',
  );
const WINDOWS = `€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ${LATIN}`;
const LATIN_9 = LATIN.replace('¤', '€')
  .replace('¦', 'Š')
  .replace('¨', 'š')
  .replace('´', 'Ž')
  .replace('¸', 'ž')
  .replace('¼', 'Œ')
  .replace('½', 'œ')
  .replace('¾', 'Ÿ');
const ASCII = Array.from({ length: 128 }, (_, byte) => String.fromCharCode(byte)).join('');

const encodeWith = (upper: string, text: string): Buffer =>
  Buffer.from([...text].map((letter) => (letter < '\u0080' ? letter.charCodeAt(0) : 0x80 + upper.indexOf(letter))));

/** Bytes from 0x80 on of the DOS code page that the words below need. */
const DOS: Readonly<Record<string, number>> = {
  é: 0x82,
  è: 0x8a,
  ê: 0x88,
  à: 0x85,
  ç: 0x87,
  ô: 0x93,
  É: 0x90,
  ü: 0x81,
};
const encodeDos = (text: string): Buffer => Buffer.from([...text].map((letter) => DOS[letter] ?? letter.charCodeAt(0)));

describe('Bytes of banks', () => {
  it('of every value have their character in the encodings without a declaration', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const [line] = [...readLines(bytes.subarray(0x20), 'windows-1252')];
    expect(line!.text).to.equal(`${ASCII.slice(0x20)}${WINDOWS}`);
    const [other] = [...readLines(bytes.subarray(0x20), 'iso-8859-15')];
    expect(other!.text.slice(-96)).to.equal(LATIN_9);
  });

  for (const [declared, upper, from] of [
    ['windows-1252', WINDOWS, 0x80],
    ['ISO-8859-1', WINDOWS, 0x80],
    ['ISO-8859-15', LATIN_9, 0xa0],
  ] as const)
    it(`have their character in XML that declares ${declared}`, async () => {
      const text = [9, 10, 32, ...Array.from({ length: 94 }, (_, at) => at + 33)]
        .map((code) => String.fromCharCode(code))
        .join('')
        .replace(/[<&]/g, '');
      const bytes = Buffer.concat([
        Buffer.from(`<?xml version="1.0" encoding="${declared}"?><a>|${text}`),
        Buffer.from(Array.from({ length: 256 - from }, (_, at) => from + at)),
        Buffer.from('|</a>'),
      ]);
      expect((await readXml(bytes)).text).to.equal(`|${text}${upper}|`);
    });

  it('have their character in the answers of integrations', async () => {
    const bytes = Buffer.concat([Buffer.from('name\n"'), encodeWith(WINDOWS, 'L’œuvre à 5 €'), Buffer.from('"\n')]);
    expect((await readCsv(bytes)).rows).to.deep.equal([{ name: 'L’œuvre à 5 €' }]);
  });

  const WORDS = [
    'L’entrepôt à 12 €',
    'PAIEMENT D’OEUVRE 5,00 €',
    'Cœur – 3 €',
    'Société générale',
    'SOCIÉTÉ',
    'réf. n° 12',
    'Müller “Bau”',
  ];
  for (const words of WORDS)
    it(`are told by their words: ${words}`, () => {
      const bytes = encodeWith(WINDOWS, words);
      expect([detectEncoding(bytes), decodeBankText(bytes)]).to.deep.equal(['windows-1252', words]);
      expect(decodeBankText(Buffer.from(words))).to.equal(words);
    });
  for (const words of ['12,50 € cœur', 'Frais 3 €'])
    it(`of ISO 8859-15 are told by their words: ${words}`, () =>
      expect(decodeBankText(encodeWith(`${' '.repeat(32)}${LATIN_9}`, words))).to.equal(words));
  for (const words of ['Société générale', 'SOCIÉTÉ', 'Hôtel français à côté', 'Müller'])
    it(`of DOS are told by their words: ${words}`, () => expect(decodeBankText(encodeDos(words))).to.equal(words));

  it('of CODA and CFONB come out as they were written', () => {
    const communication = 'L’œuvre de Zoé – 5 €';
    const written = {
      iban: 'BE68539007547034',
      number: '1',
      opening_date: '2026-01-05',
      closing_date: '2026-01-06',
      opening_balance: '0.00',
      movements: [{ amount: '5.00', entry_date: '2026-01-06', value_date: '2026-01-06', communication }],
    };
    const french = { ...written, iban: 'FR1420041010050500013M02606' };
    for (const found of [
      runAllSteps(readCoda(encodeWith(WINDOWS, buildCodaFile(written)))),
      runAllSteps(readCfonb(encodeWith(WINDOWS, buildCfonbFile(french)))),
    ]) {
      if (isRefusal(found)) throw new Error(JSON.stringify(found));
      expect(found[0]!.movements[0]!.communication).to.equal(communication);
    }
  });
});
