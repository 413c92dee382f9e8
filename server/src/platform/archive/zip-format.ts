/** The few numbers of the ZIP format that the writer and the reader share (PKWARE's APPNOTE, sections 4.3 and 4.5). */
export const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;

export const methods = { stored: 0, deflated: 8 } as const;

/** Where a number doesn't fit, its field is full and the 64-bit record has it. */
export const FULL_16 = 0xffff;
export const FULL_32 = 0xffffffff;
export const ZIP64_EXTRA = 0x0001;

/** Sizes follow the content, and names are UTF-8. */
export const FLAGS = 0x0808;

export const LOCAL_LENGTH = 30;
export const CENTRAL_LENGTH = 46;
export const END_LENGTH = 22;
export const END64_LENGTH = 56;
export const LOCATOR64_LENGTH = 20;
