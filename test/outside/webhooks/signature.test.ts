import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import {
  formatSecretHint,
  formatSecret,
  buildSignatureHeader,
  buildStandardSignature,
} from '../../../outside/webhooks/signature.ts';

const bytes = (start: number) => Uint8Array.from({ length: 32 }, (_, index) => (start + index) % 256);
const SECRET = formatSecret(bytes(0));
const OTHER = formatSecret(bytes(100));
const BODY =
  '{"id":"evt_0000000000000001","event":"webhook.test","api_version":"v1","created_at":"2023-11-14T22:13:20.000000Z",' +
  '"firm":{"public_token":"AbCdEfGh1234","name":"Fiduciaire Été"},"company":null,"data":{"message":"ping","webhook_id":1}}';
const stripe = new Stripe('sk_test_of_nobody');

describe('The signature of a webhook', () => {
  it('is that of the test vector', () => {
    expect(SECRET).to.equal('whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
    expect(formatSecretHint(SECRET)).to.equal('whsec_…Hh8=');
    expect(buildSignatureHeader([SECRET], 1_700_000_000, BODY)).to.equal(
      't=1700000000,v1=b7e96ab01d5f4f7ff492b8e9e3eccb49c4379ce019f8a72bf44e75efdaa2f043',
    );
  });

  it('is accepted by two verifiers that know nothing of us, with either secret while one replaces the other', () => {
    const now = Math.floor(Date.now() / 1_000);
    const secrets = [OTHER, SECRET];
    const header = buildSignatureHeader(secrets, now, BODY);
    expect(header.match(/v1=/g)).to.have.length(2);
    for (const secret of secrets) {
      expect(stripe.webhooks.constructEvent(BODY, header, secret)).to.include({ id: 'evt_0000000000000001' });
      const standard = {
        'webhook-id': 'evt_0000000000000001',
        'webhook-timestamp': String(now),
        'webhook-signature': buildStandardSignature(secrets, 'evt_0000000000000001', now, BODY),
      };
      expect(new Webhook(secret).verify(BODY, standard)).to.include({ event: 'webhook.test' });
    }
    const third = formatSecret(bytes(7));
    expect(() => stripe.webhooks.constructEvent(BODY, header, third)).to.throw();
    expect(() => stripe.webhooks.constructEvent(`${BODY} `, header, SECRET)).to.throw();
  });

  it('is refused by receivers whose clock is six minutes off, either way as they see fit', () => {
    const now = Math.floor(Date.now() / 1_000);
    const late = buildSignatureHeader([SECRET], now - 360, BODY);
    expect(() => stripe.webhooks.constructEvent(BODY, late, SECRET)).to.throw(/tolerance/);
    for (const skew of [-360, 360]) {
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(now + skew),
        'webhook-signature': buildStandardSignature([SECRET], 'evt_1', now + skew, BODY),
      };
      expect(() => new Webhook(SECRET).verify(BODY, headers), String(skew)).to.throw();
    }
    expect(stripe.webhooks.constructEvent(BODY, buildSignatureHeader([SECRET], now - 290, BODY), SECRET)).to.be.an(
      'object',
    );
  });
});
