import { expect } from 'chai';
import { getNetwork } from '../../../stores/identity/network.ts';

describe('Whose address it is', () => {
  it('is the address itself for IPv4, and for what is no address', () => {
    for (const address of ['192.0.2.1', '127.0.0.1', 'unknown', '', 'x'.repeat(64)])
      expect(getNetwork(address)).to.equal(address);
  });

  it('is the /64 for IPv6, however it is written', () => {
    const same = [
      '2001:db8:0:7::1',
      '2001:db8::7:0:0:0:1',
      '2001:0DB8:0000:0007:ffff:ffff:ffff:ffff',
      '2001:db8:0:7:1:2:192.0.2.1',
      '2001:db8:0:7::%eth0',
    ];
    for (const address of same) expect(getNetwork(address), address).to.equal('2001:db8:0:7::/64');
    expect(getNetwork('2001:db8:0:8::1')).to.not.equal('2001:db8:0:7::/64');
    expect(getNetwork('::1')).to.equal('0:0:0:0::/64');
    expect(getNetwork('fe80::1')).to.equal('fe80:0:0:0::/64');
    expect(getNetwork('::ffff:192.0.2.1')).to.equal('0:0:0:0::/64');
  });
});
