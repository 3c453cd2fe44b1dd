import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readJsonFile, writeSecretFile } from '../data-files.ts';
import { AwsError, type Operations } from './aws-json.ts';

interface Input {
  KeyId: string;
  EncryptionContext?: Record<string, string>;
}

const MAX_PLAINTEXT_BYTES = 4_096;
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The calls with which functions encrypt and decrypt the credentials of crawls, with a key that is created at the first
 * call and stored in a file, so that credentials of watches can be decrypted after a restart. As with KMS, the encryption
 * context is authenticated.
 */
export function kmsOperations(file: string): Operations {
  const readKey = () => {
    const stored = readJsonFile<{ key: string }>(file);
    if (stored) return Buffer.from(stored.key, 'base64');
    const key = randomBytes(32);
    writeSecretFile(file, JSON.stringify({ key: key.toString('base64') }));
    return key;
  };
  const contextOf = ({ KeyId, EncryptionContext = {} }: Input) =>
    Buffer.from(JSON.stringify([KeyId, Object.entries(EncryptionContext).sort()]));
  return {
    'TrentService.Encrypt': (input: Input & { Plaintext: string }) => {
      const text = Buffer.from(input.Plaintext, 'base64');
      if (text.length === 0 || text.length > MAX_PLAINTEXT_BYTES) throw new AwsError('ValidationException');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, readKey(), nonce).setAAD(contextOf(input));
      const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
      const blob = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
      return { CiphertextBlob: blob.toString('base64'), KeyId: input.KeyId };
    },
    'TrentService.Decrypt': (input: Input & { CiphertextBlob: string }) => {
      const blob = Buffer.from(input.CiphertextBlob, 'base64');
      try {
        const decipher = createDecipheriv(ALGORITHM, readKey(), blob.subarray(0, NONCE_BYTES)).setAAD(contextOf(input));
        decipher.setAuthTag(blob.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = Buffer.concat([decipher.update(blob.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
        return { Plaintext: text.toString('base64'), KeyId: input.KeyId };
      } catch {
        throw new AwsError('InvalidCiphertextException');
      }
    },
  };
}
