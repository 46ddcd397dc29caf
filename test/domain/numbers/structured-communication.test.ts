import { expect } from 'chai';
import {
  formatStructuredCommunication,
  isStructuredCommunication,
  normaliseStructuredCommunication,
  buildStructuredCommunication,
} from '../../../domain/numbers/structured-communication.ts';
import { readCpuTime } from '../../support/cpu.ts';

describe('Structured communication', () => {
  const valid: readonly [text: string, digits: string][] = [
    ['+++010/8068/17183+++', '010806817183'],
    ['***010/8068/17183***', '010806817183'],
    ['010/8068/17183', '010806817183'],
    ['010806817183', '010806817183'],
    [' +++ 010 / 8068 / 17183 +++ ', '010806817183'],
    ['+++000/0000/09797+++', '000000009797'],
    ['+++123/4567/89002+++', '123456789002'],
  ];
  for (const [text, digits] of valid) {
    it(`reads '${text}'`, () => expect(normaliseStructuredCommunication(text)).to.equal(digits));
  }

  const refused = [
    '',
    '++++++',
    '+++',
    '010/8068/17180',
    '+++000/0000/09700+++',
    '+++010/8068/17183',
    '010/8068/17183+++',
    '+++010/8068/17183***',
    '0108068171833',
    '01080681718',
    '010/8068/1718X',
    'RF18539007547034',
  ];
  for (const text of refused) {
    it(`refuses '${text}'`, () => expect(normaliseStructuredCommunication(text)).to.equal(null));
  }

  it('is made from a reference of at most ten digits', () => {
    expect(buildStructuredCommunication('0108068171')).to.equal('010806817183');
    expect(buildStructuredCommunication('97')).to.equal('000000009797');
    expect(buildStructuredCommunication('1')).to.equal('000000000101');
    expect(buildStructuredCommunication('9999999999')).to.satisfy(isStructuredCommunication);
    for (const reference of ['', '12345678901', '12a', '-1', '1.5']) {
      expect(buildStructuredCommunication(reference), reference).to.equal(null);
    }
  });

  it('is shown between plus signs, and reads back', () => {
    expect(formatStructuredCommunication('010806817183')).to.equal('+++010/8068/17183+++');
    for (let reference = 1; reference < 10_000_000_000; reference = reference * 7 + 3) {
      const digits = buildStructuredCommunication(String(reference)) ?? '';
      expect(normaliseStructuredCommunication(formatStructuredCommunication(digits))).to.equal(digits);
    }
  });

  it('refuses every single wrong digit', () => {
    const digits = '010806817183';
    for (let position = 0; position < digits.length; position++) {
      for (let digit = 0; digit <= 9; digit++) {
        const changed = digits.slice(0, position) + String(digit) + digits.slice(position + 1);
        expect(isStructuredCommunication(changed), changed).to.equal(changed === digits);
      }
    }
  });

  it('refuses a megabyte of anything at once', () => {
    const started = readCpuTime();
    for (const part of ['0', ' ', '/', '+', '*']) {
      const text = part.repeat(1_000_000);
      expect(normaliseStructuredCommunication(text)).to.equal(null);
      expect(isStructuredCommunication(text)).to.equal(false);
      expect(buildStructuredCommunication(text)).to.equal(null);
    }
    expect(readCpuTime() - started).to.be.below(500);
  });
});
