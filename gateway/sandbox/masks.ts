/** Exports the masking of email addresses and phone numbers. */
/** `jordan@example.com` -> `j•••••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••••${email.slice(at)}`;
}

/** `5555550123` -> `(•••) •••-0123`. */
export const maskPhone = (phone: string | null): string | null => (phone === null ? null : `(•••) •••-${phone.slice(-4)}`);
