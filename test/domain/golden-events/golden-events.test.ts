import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { eventCatalogue, eventsByStream, UnknownEvent, upcastEvent } from '../../../domain/event-catalogue.ts';
import type { EventCatalogue } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';

/**
 * One file for each event type and version that was ever written, as it was written, and more where one cannot show all
 * that the event may hold. None is ever changed: a new version gets a new file, and its upcaster makes the old ones
 * readable.
 */
const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.json'));
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, code: { optimize: false } });

const golden = (name: string) => {
  const [, type, version] = /^([A-Za-z]+)\.v(\d+)(?:\.[a-z-]+)?\.json$/.exec(name) ?? [];
  if (!type || !version)
    throw new Error(`${name} is not named <Type>.v<version>.json or <Type>.v<version>.<what>.json`);
  const data = JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as JsonRecord;
  return { type, version: Number(version), data };
};

describe('golden events', () => {
  for (const name of files) {
    it(`${name} can be read as the event of today`, () => {
      const event = upcastEvent(golden(name));
      const validate = ajv.compile(eventCatalogue[event.type]!.schema);
      expect(validate(event.data), ajv.errorsText(validate.errors)).to.equal(true);
    });
  }

  for (const [type, { version }] of Object.entries(eventCatalogue)) {
    it(`hold every version of ${type}`, () => {
      for (let written = 1; written <= version; written += 1) expect(files).to.include(`${type}.v${written}.json`);
    });
  }

  it('have no type in two kinds of stream', () => {
    const types = Object.values(eventsByStream).flatMap((catalogue) => Object.keys(catalogue));
    expect(new Set(types).size).to.equal(types.length);
  });
});

describe('reading an event of an earlier version', () => {
  const catalogue: EventCatalogue = {
    ParcelSent: {
      version: 3,
      meaning: 'A parcel went on its way.',
      schema: {},
      upcasters: {
        1: ({ weight, ...rest }) => ({ ...rest, weight_grams: Number(weight) * 1000 }),
        2: (data) => ({ ...data, carrier: null }),
      },
    },
    ParcelLost: { version: 2, meaning: 'A parcel was lost, and so was the way to read how it first was.', schema: {} },
  };

  it('goes through every step up to the version of today', () => {
    expect(
      upcastEvent({ type: 'ParcelSent', version: 1, data: { to: 'Liège', weight: '2' } }, catalogue),
    ).to.deep.equal({
      type: 'ParcelSent',
      data: { to: 'Liège', weight_grams: 2000, carrier: null },
    });
    expect(upcastEvent({ type: 'ParcelSent', version: 2, data: { weight_grams: 5 } }, catalogue).data).to.deep.equal({
      weight_grams: 5,
      carrier: null,
    });
    expect(upcastEvent({ type: 'ParcelSent', version: 3, data: { carrier: 'x' } }, catalogue).data).to.deep.equal({
      carrier: 'x',
    });
  });

  it('never guesses: an unknown type, a version of tomorrow, a step that is missing', () => {
    const unknown = [
      ['ParcelSent', 4],
      ['ParcelSent', 0],
      ['ParcelLost', 1],
      ['Parcel', 1],
      ['constructor', 1],
      ['toString', 1],
    ] as const;
    for (const [type, version] of unknown)
      expect(() => upcastEvent({ type, version, data: {} }, catalogue), type).to.throw(UnknownEvent);
  });
});
