# Ticket desk of the valley line. Everything in cents
#   v1  single tickets
#   v2  returns, children and dogs, the railcard
#   v3  groups. The school asked for it
#   v4  the receipt, and refunds
# zones: 1 town, 2 villages, 3 mountain. Two zones apart is never cheaper than one


# where from, where to: 1 to 3. cls: 1 or 2. kind: "adult", "child" (6 to 14) or "dog"
def price(start, end, cls=2, kind="adult", back=False, card=None):
    if start < 1 or start > 3 or end < 1 or end > 3:
        raise ValueError("no such zone: " + str(start) + " to " + str(end))
    if kind == "adult":
        d = end - start
        if d < 0:
            d = -d
        if d == 0:
            p = 245
        elif d == 1:
            p = 385
        else:
            p = 570
        if cls == 1:
            p = p + p // 2
        if back:
            p = p * 2 - 100  # a euro off for both ways
        if card == "half":
            p = p // 2
            if p % 10 != 0:
                p = p + 10 - p % 10  # the machine has no small coins
        elif card == "valley":
            # free in the valley, not up the mountain
            if start != 3 and end != 3:
                p = 0
        return p
    else:
        if kind == "child":
            # same as adults, then half. No railcard, they are cheap enough
            d = abs(end - start)
            if d == 0:
                p = 245
            else:
                if d == 1:
                    p = 385
                else:
                    p = 570
            if cls == 1:
                p = p + p // 2
            if back:
                p = p * 2 - 100
            p = p // 2
            return p
        else:
            if kind == "dog":
                if back:
                    return 300
                return 170  # small ones too, nobody measures them
            raise ValueError("cannot sell a ticket for: " + kind)


# ---- v3

# v3. people: how many adults, kids: how many children. From 6 heads on it is a group
def group(start, end, people, kids=0, back=False):
    n = people + kids
    if n <= 0:
        raise ValueError("nobody wants to go")
    if n < 6:
        return people * price(start, end, 2, "adult", back) + kids * price(start, end, 2, "child", back)
    free = n // 10  # the teacher, one of ten
    s = 0
    i = 0
    while i < people:
        if free > 0:
            free = free - 1
        else:
            s = s + price(start, end, 2, "adult", back) * 80 // 100
        i += 1
    for k in range(kids):
        s = s + price(start, end, 2, "child", back) * 90 // 100
    return s


# ---- v4

# v4. One for each customer at the window
class Desk:
    def __init__(self, clerk):
        self.clerk = clerk
        self.list = []
        self.open = True

    def sell(self, what, cents, pieces=1):
        if self.open == False:
            raise ValueError("the receipt is printed")
        if pieces < 1:
            raise ValueError("at least one piece")
        for x in self.list:
            if x[0] == what and x[1] == cents:
                x[2] = x[2] + pieces
                return x[2]
        self.list.append([what, cents, pieces])
        return pieces

    # one piece back, before it is printed. After that they have to write to us
    def refund(self, what):
        if not self.open:
            return 0
        for x in self.list:
            if x[0] == what:
                x[2] = x[2] - 1
                if x[2] == 0:
                    self.list.remove(x)
                return x[1]
        return 0

    def receipt(self):
        t = "VALLEY LINE\n"
        sum = 0
        for x in self.list:
            c = x[1] * x[2]
            sum = sum + c
            t += str(x[2]).rjust(3) + " " + x[0].ljust(14) + (str(c // 100) + "." + str(c % 100).rjust(2, "0")).rjust(8) + "\n"
        if len(self.list) == 0:
            t += "nothing sold\n"
        else:
            t += "total".ljust(18) + (str(sum // 100) + "." + str(sum % 100).rjust(2, "0")).rjust(8) + "\n"
        self.open = False
        return t + "served by " + self.clerk + "\n"
