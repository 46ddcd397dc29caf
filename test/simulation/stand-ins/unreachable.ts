/** Stands in for clients of mail boxes, file servers and buckets: nothing is there. */
class Unreachable {
  connect(): Promise<never> {
    return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  }
  send(): Promise<never> {
    return this.connect();
  }
  on(): this {
    return this;
  }
  end(): Promise<void> {
    return Promise.resolve();
  }
  close(): void {}
  destroy(): void {}
}

export default Unreachable;
export { Unreachable as ImapFlow, Unreachable as S3Client, Unreachable as ListObjectsV2Command };
