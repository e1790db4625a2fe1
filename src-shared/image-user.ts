/** Who a service is in our container image, and a server there, whose host is root. */
export const IMAGE_USER = 10_001;
