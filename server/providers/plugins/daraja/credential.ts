import { constants, createPublicKey, type KeyObject, publicEncrypt } from "node:crypto";

/**
 * The initiator's password, encrypted for Safaricom (RSA with the padding of PKCS #1 v1.5); null with a certificate
 * that cannot encrypt.
 */
export function encryptPassword(password: string, certificate: string): string | null {
  try {
    const key = { key: readKey(certificate), padding: constants.RSA_PKCS1_PADDING };
    return publicEncrypt(key, Buffer.from(password, "utf8")).toString("base64");
  } catch {
    return null;
  }
}

/** Reads a certificate or public key in PEM, or a public key in base64 on one line. */
function readKey(certificate: string): KeyObject {
  if (certificate.startsWith("-----")) return createPublicKey(certificate);
  return createPublicKey({ key: Buffer.from(certificate, "base64"), format: "der", type: "spki" });
}
