import { expect } from 'chai';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { composeMail, type OutgoingMail } from '../../../outside/mail/message.ts';

const MAIL: OutgoingMail = {
  messageId: 'mail-1',
  to: ['ann@example.be'],
  cc: [],
  fromName: 'Café & Fils',
  from: null,
  replyTo: 'bob@firm.example',
  subject: 'Rappel',
  text: 'Voilà',
  language: 'fr',
  attachments: [],
};

const FROM = 'Books <no-reply@books.example>';
const PDF = { name: 'été.pdf', mime: 'application/pdf', content: new Uint8Array([37, 80, 68, 70]) };

describe('A mail that is put together', () => {
  const words = fc.string({
    unit: fc.constantFrom(
      'a',
      'é',
      '€',
      '漢',
      '🙂',
      ' ',
      '=',
      '.',
      '\n',
      '\t',
      '-',
      'word ',
      'F-1 · 121,00 EUR\n',
      '=3D',
    ),
    maxLength: 400,
  });

  for (const attachments of [[], [PDF]])
    it(`says what was written, ${attachments.length === 0 ? 'alone' : 'beside its files'}`, async () => {
      await fc.assert(
        fc.asyncProperty(words, words, async (text, title) => {
          const subject = `x${title.replace(/\p{Cc}+/gu, ' ')}`.replace(/ +/g, ' ').trim().slice(0, 80);
          const message = await composeMail({ ...MAIL, subject, text: `${text}x`, attachments }, FROM);
          const lines = message.toString('latin1').split('\r\n');
          expect(lines.filter((line) => line.length > 998 || /[\n\r]/.test(line))).to.deep.equal([]);
          const read = await PostalMime.parse(message);
          expect(read.text?.replace(/\r\n/g, '\n').trimEnd()).to.equal(`${text}x`);
          expect(read.subject).to.equal(subject);
          expect([read.messageId, read.from?.name, read.from?.address, read.replyTo?.[0]?.address]).to.deep.equal([
            '<mail-1@books.example>',
            'Café & Fils',
            'no-reply@books.example',
            'bob@firm.example',
          ]);
          expect(read.date, 'a mail has a date').to.match(/^20/);
          expect(read.attachments.map(({ filename }) => filename)).to.deep.equal(attachments.map(({ name }) => name));
        }),
        { numRuns: 60 },
      );
    });

  it('ends its lines as mail does, however they were ended', async () => {
    const message = await composeMail({ ...MAIL, text: 'one\rtwo\nthree\r\nfour' }, FROM);
    expect(message.toString('latin1')).to.match(/\r\n\r\none\r\ntwo\r\nthree\r\nfour\r\n$/);
  });
});
