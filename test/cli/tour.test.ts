import { expect } from 'chai';
import { createNarrator } from '../../cli/tour/narrator.ts';
import { startReceiver, type Receiver } from '../../cli/tour/receiver.ts';
import { runTour } from '../../cli/tour/tour.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** As `npm run demo:tour` tells it, on a service of the tests. */
describe('The tour', function () {
  this.timeout(120_000);
  let service: TestService;
  let receiver: Receiver;

  before(async () => {
    receiver = await startReceiver();
    service = await startTestService({ from: 'books', environment: { WEBHOOK_ALLOWED_HOSTS: receiver.host } });
  });

  after(async () => {
    await service?.stop();
    await receiver?.close();
  });

  it('goes from the sign-in to the proof of the chain, and tells what is sent and received', async () => {
    const { admin } = await service.newFirm();
    let told = '';
    const credentials = { email: admin.email, password: admin.password };
    await runTour({
      url: service.url,
      credentials,
      receiver,
      today: '2026-03-16',
      narrator: createNarrator((text) => (told += text), false),
    });
    const chapters = [...told.matchAll(/^\d+\. (.*)$/gm)].map(([, title]) => title);
    expect(chapters).to.deep.equal([
      'Sign in',
      'Listen to events',
      'Open a company file',
      'Import an invoice',
      'Validate and post it',
      'Reverse it',
      'Undo that',
      'Pull the changes',
      'Events received meanwhile',
      'Verify the chain',
    ]);
    expect(told)
      .to.contain('"is_intact": true')
      .and.to.match(/440000 {2}credit +1723\.56/);
    expect(told).to.match(/entry\.reversed +sequence \d+/);
    expect(told, 'secrets').to.not.contain(admin.password).and.to.not.contain(receiver.secret);
  });
});
